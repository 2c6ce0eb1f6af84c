import { Duration } from 'aws-cdk-lib';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';

/** Where CloudFront keeps its metrics, wherever a site is. Source: CloudFront Developer Guide, "Monitor with CloudWatch". */
export const CDN_REGION = 'us-east-1';

const PERIOD = Duration.minutes(5);

/** One of CloudFront's own metrics. Dashboards draw those of another region; alarms do not watch them. */
export function cdnMetric(
  DistributionId: string,
  metricName: string,
  statistic: string,
  period = PERIOD,
): Metric {
  return new Metric({
    namespace: 'AWS/CloudFront',
    metricName,
    dimensionsMap: { DistributionId, Region: 'Global' },
    region: CDN_REGION,
    statistic,
    period,
  });
}
