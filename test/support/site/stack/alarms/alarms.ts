import type { AlarmDefinition } from '#operate/ring/ringing.ts';
import { resources } from '../site-queries.ts';
import type { Site } from '../site.ts';

/** A joint alarm in a template. */
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

/** Returns all alarms in a stack's template, except joint ones. */
export const alarmsIn = (site: Site): AlarmDefinition[] =>
  Object.values(resources<AlarmDefinition>(site, 'AWS::CloudWatch::Alarm')).map(
    ({ Properties }) => Properties,
  );
