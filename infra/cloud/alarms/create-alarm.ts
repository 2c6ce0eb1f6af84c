import { Stack } from 'aws-cdk-lib';
import {
  Alarm,
  type ComparisonOperator,
  type IMetric,
  type TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { Topic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';

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

/** An alarm that wakes a person: it publishes to `topic` when it begins and ends, and has a section of its name in `docs/runbook.md`. */
export function createAlarm(scope: Construct, name: string, topic: Topic, condition: Condition): Alarm {
  const alarm = new Alarm(scope, name, {
    evaluationPeriods: 1,
    ...condition,
    alarmName: `${Stack.of(scope).stackName}-${name}`,
    alarmDescription: `See "${name}" in docs/runbook.md.`,
  });
  alarm.addAlarmAction(new SnsAction(topic));
  alarm.addOkAction(new SnsAction(topic));
  return alarm;
}
