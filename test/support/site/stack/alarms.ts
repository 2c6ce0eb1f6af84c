import type { AlarmDefinition } from '../../../../operate/ring/ringing.ts';
import { resources } from './site-queries.ts';
import type { Site } from './site.ts';

/** All alarms of a stack, as its template has them. */
export const alarmsIn = (site: Site): AlarmDefinition[] =>
  Object.values(resources<AlarmDefinition>(site, 'AWS::CloudWatch::Alarm')).map(
    ({ Properties }) => Properties,
  );
