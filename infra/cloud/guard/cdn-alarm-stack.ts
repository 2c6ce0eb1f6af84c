import { Stack, type StackProps } from 'aws-cdk-lib';
import { ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { CfnSubscription } from 'aws-cdk-lib/aws-pricingplanmanager';
import type { Topic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import { cdnMetric } from '../alarms/cdn-metric.ts';
import { createAlarm } from '../alarms/create-alarm.ts';

/** Of a few requests at night one is much, so that it has to last: in two periods of three. */
const FAILED_PERCENT = 5;

export interface CdnAlarmStackProps extends StackProps {
  readonly distributionId: string;
  readonly webAclArn: string;
  /** CloudFront's flat-rate plan of the two: `pro`, `business` or `premium`. @default billed by use */
  readonly plan?: string | undefined;
  /** Receives the alarm. In the stack's own region, because CloudWatch alarms notify no other. */
  readonly topic: Topic;
}

/**
 * The CDN's plan, if it has one; and what people get of the CDN is watched where CloudFront keeps its metrics. A stack of its own: the guard is there before the
 * site, and this needs both.
 */
export class CdnAlarmStack extends Stack {
  constructor(
    scope: Construct,
    id: string,
    { distributionId, webAclArn, plan, topic, ...props }: CdnAlarmStackProps,
  ) {
    super(scope, id, { description: 'Fanfare: whether the CDN answers', ...props });
    createAlarm(this, 'CdnErrors', topic, {
      metric: cdnMetric(distributionId, '5xxErrorRate', 'Average'),
      threshold: FAILED_PERCENT,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
      evaluationPeriods: 3,
      datapointsToAlarm: 2,
    });
    const resource = `distribution/${distributionId}`;
    const distributionArn = this.formatArn({ service: 'cloudfront', region: '', resource });
    // Of the default usage; an operator approves it before AWS bills it, and changes it by AWS's console (docs/scale.md).
    if (plan)
      new CfnSubscription(this, 'CdnPlan', {
        planFamily: 'CloudFront',
        planTier: plan.toUpperCase(),
        resourceArns: [distributionArn, webAclArn],
      });
  }
}
