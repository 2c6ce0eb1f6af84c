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

/** The number of evaluated periods, and how many of them must breach. */
export interface EvaluationPeriods {
  readonly evaluationPeriods: number;
  readonly datapointsToAlarm: number;
}

/** @default of {@link EvaluationPeriods}: the last period only */
export interface Condition extends Partial<EvaluationPeriods> {
  readonly metric: IMetric;
  readonly threshold: number;
  readonly comparisonOperator: ComparisonOperator;
  readonly treatMissingData: TreatMissingData;
}

/**
 * Creates an alarm with a section of its name in `docs/runbook.md`. It publishes to `topic` when it starts and ends;
 * without a topic, another alarm publishes ({@link createCompositeAlarm}).
 *
 * An alarm that treats missing data as `MISSING` also publishes when its data stop. A new alarm has no data, and does
 * not ring before the first data arrive: that gap is caused by the deployment. Source: CloudWatch User Guide,
 * "Configuring how CloudWatch alarms treat missing data".
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

/** Creates an alarm that publishes once for alarms with a common cause. */
export function createCompositeAlarm(
  scope: Construct,
  name: string,
  topic: Topic,
  alarms: readonly IAlarm[],
): void {
  const composite = new CompositeAlarm(scope, name, {
    compositeAlarmName: `${Stack.of(scope).stackName}-${name}`,
    alarmDescription: describe(name),
    alarmRule: AlarmRule.anyOf(...alarms.map((alarm) => AlarmRule.fromAlarm(alarm, AlarmState.ALARM))),
  });
  publish(composite, topic);
}

const describe = (name: string): string => `${severityOf(name)}: see "${name}" in docs/runbook.md.`;

function publish(alarm: AlarmBase, topic: Topic): void {
  alarm.addAlarmAction(new SnsAction(topic));
  alarm.addOkAction(new SnsAction(topic));
}
