import { Stack, type StackProps } from 'aws-cdk-lib';
import { ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import type { Topic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import { cdnMetric } from '../alarms/cdn-metric.ts';
import { createAlarm } from '../alarms/create-alarm.ts';

/** Of a few requests at night one is much, so that it has to last: in two periods of three. */
const FAILED_PERCENT = 5;

export interface CdnAlarmStackProps extends StackProps {
  readonly distributionId: string;
  /** Receives the alarm. In the stack's own region, because CloudWatch alarms notify no other. */
  readonly topic: Topic;
}

/**
 * What people get of the CDN is watched where CloudFront keeps its metrics. A stack of its own: the guard is there before the
 * site, and this needs both.
 */
export class CdnAlarmStack extends Stack {
  constructor(scope: Construct, id: string, { distributionId, topic, ...props }: CdnAlarmStackProps) {
    super(scope, id, { description: 'Fanfare: whether the CDN answers', ...props });
    createAlarm(this, 'CdnErrors', topic, {
      metric: cdnMetric(distributionId, '5xxErrorRate', 'Average'),
      threshold: FAILED_PERCENT,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
      evaluationPeriods: 3,
      datapointsToAlarm: 2,
    });
  }
}
