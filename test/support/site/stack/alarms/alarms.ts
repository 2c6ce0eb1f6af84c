import type { AlarmDefinition } from '#operate/ring/ringing.ts';
import { resources } from '../site-queries.ts';
import type { Site } from '../site.ts';

/** Of several alarms, as a template has it. */
export interface JointAlarm {
  readonly AlarmName: string;
  readonly AlarmDescription: string;
  readonly AlarmRule: unknown;
  readonly AlarmActions: unknown;
  readonly OKActions: unknown;
}

export const jointAlarmsIn = (site: Site): JointAlarm[] =>
  Object.values(resources<JointAlarm>(site, 'AWS::CloudWatch::CompositeAlarm')).map(
    ({ Properties }) => Properties,
  );

/** All alarms of a stack but joint ones, as its template has them. */
export const alarmsIn = (site: Site): AlarmDefinition[] =>
  Object.values(resources<AlarmDefinition>(site, 'AWS::CloudWatch::Alarm')).map(
    ({ Properties }) => Properties,
  );
