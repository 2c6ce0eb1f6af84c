import type { AlarmDefinition } from '#operate/ring/ringing.ts';
import { resources } from '../site-queries.ts';
import type { Site } from '../site.ts';

/** A composite alarm in a template. */
export interface CompositeAlarm {
  readonly AlarmName: string;
  readonly AlarmDescription: string;
  readonly AlarmRule: unknown;
  readonly AlarmActions: unknown;
  readonly OKActions: unknown;
}

export const compositeAlarmsIn = (site: Site): CompositeAlarm[] =>
  Object.values(resources<CompositeAlarm>(site, 'AWS::CloudWatch::CompositeAlarm')).map(
    ({ Properties }) => Properties,
  );

/** Returns all alarms in a stack's template, except composite ones. */
export const alarmsIn = (site: Site): AlarmDefinition[] =>
  Object.values(resources<AlarmDefinition>(site, 'AWS::CloudWatch::Alarm')).map(
    ({ Properties }) => Properties,
  );
