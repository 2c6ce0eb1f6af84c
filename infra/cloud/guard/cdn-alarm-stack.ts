import { Stack, type StackProps } from 'aws-cdk-lib';
import { MathExpression } from 'aws-cdk-lib/aws-cloudwatch';
import { CfnSubscription } from 'aws-cdk-lib/aws-pricingplanmanager';
import type { Topic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import { cdnMetric } from '../alarms/cdn-metric.ts';
import { createAlarm } from '../alarms/create-alarm.ts';
import { failsOften, MINUTE } from '../parts/failed-percent.ts';

export interface CdnAlarmStackProps extends StackProps {
  readonly distributionId: string;
  readonly webAclArn: string;
  /** CloudFront's flat-rate plan for both: `pro`, `business` or `premium`. @default pay as you go */
  readonly plan?: string | undefined;
  /** Receives the alarm. In the stack's own region, because CloudWatch alarms only notify topics of their region. */
  readonly topic: Topic;
}

/**
 * The CDN's plan, if any, and alarms in the region of CloudFront's metrics. A separate stack: the guard is created
 * before the site, and this one depends on both.
 */
export class CdnAlarmStack extends Stack {
  constructor(
    scope: Construct,
    id: string,
    { distributionId, webAclArn, plan, topic, ...props }: CdnAlarmStackProps,
  ) {
    super(scope, id, { description: 'Fanfare: whether the CDN answers', ...props });
    const calls = cdnMetric(distributionId, 'Requests', 'Sum', MINUTE);
    // CloudFront's error rates are percentages.
    const failures = new MathExpression({
      expression: 'percent / 100 * calls',
      usingMetrics: { percent: cdnMetric(distributionId, '5xxErrorRate', 'Average', MINUTE), calls },
      period: MINUTE,
    });
    createAlarm(this, 'CdnErrors', topic, {
      ...failsOften({ failures, calls }),
      // A retry succeeds, so only a lasting failure rings.
      evaluationPeriods: 3,
      datapointsToAlarm: 2,
    });
    const resource = `distribution/${distributionId}`;
    const distributionArn = this.formatArn({ service: 'cloudfront', region: '', resource });
    // With the default usage level. An operator approves it before AWS bills it, and changes it in AWS's console
    // (docs/scale.md).
    if (plan)
      new CfnSubscription(this, 'CdnPlan', {
        planFamily: 'CloudFront',
        planTier: plan.toUpperCase(),
        resourceArns: [distributionArn, webAclArn],
      });
  }
}
