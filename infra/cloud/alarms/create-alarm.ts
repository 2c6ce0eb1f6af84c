import { Stack } from 'aws-cdk-lib';
import {
  Alarm,
  AlarmRule,
  AlarmState,
  CompositeAlarm,
  TreatMissingData,
  type AlarmBase,
  type ComparisonOperator,
  type IAlarm,
  type IMetric,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { Topic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import { severityOf } from './severity.ts';

/** How many of the last periods are looked at, and how many of them have to be bad. */
export interface Over {
  readonly evaluationPeriods: number;
  readonly datapointsToAlarm: number;
}

/** @default of {@link Over}: the last period alone */
export interface Condition extends Partial<Over> {
  readonly metric: IMetric;
  readonly threshold: number;
  readonly comparisonOperator: ComparisonOperator;
  readonly treatMissingData: TreatMissingData;
}

/**
 * An alarm with a section of its name in `docs/runbook.md`. It publishes to `topic` when it begins and ends; without a topic
 * another alarm does ({@link createJointAlarm}).
 *
 * One that treats missing data as `MISSING` also publishes when its data stop. A new alarm has no data, and says nothing
 * until the first have come: a silence before is the deployment's. Source: CloudWatch User Guide, "Configuring how
 * CloudWatch alarms treat missing data".
 */
export function createAlarm(
  scope: Construct,
  name: string,
  topic: Topic | null,
  condition: Condition,
): Alarm {
  const alarm = new Alarm(scope, name, {
    evaluationPeriods: 1,
    ...condition,
    alarmName: `${Stack.of(scope).stackName}-${name}`,
    alarmDescription: describe(name),
  });
  if (topic) publish(alarm, topic);
  if (topic && condition.treatMissingData === TreatMissingData.MISSING)
    alarm.addInsufficientDataAction(new SnsAction(topic));
  return alarm;
}

/** Publishes once for alarms that one cause makes ring together. */
export function createJointAlarm(
  scope: Construct,
  name: string,
  topic: Topic,
  alarms: readonly IAlarm[],
): void {
  const joint = new CompositeAlarm(scope, name, {
    compositeAlarmName: `${Stack.of(scope).stackName}-${name}`,
    alarmDescription: describe(name),
    alarmRule: AlarmRule.anyOf(...alarms.map((alarm) => AlarmRule.fromAlarm(alarm, AlarmState.ALARM))),
  });
  publish(joint, topic);
}

const describe = (name: string): string => `${severityOf(name)}: see "${name}" in docs/runbook.md.`;

function publish(alarm: AlarmBase, topic: Topic): void {
  alarm.addAlarmAction(new SnsAction(topic));
  alarm.addOkAction(new SnsAction(topic));
}
