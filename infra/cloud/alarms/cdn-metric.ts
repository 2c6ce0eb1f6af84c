import { Duration } from 'aws-cdk-lib';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';

/** The region of CloudFront's metrics, for all sites. Source: CloudFront Developer Guide, "Monitor with CloudWatch". */
export const CDN_REGION = 'us-east-1';

const PERIOD = Duration.minutes(5);

/** Returns a CloudFront metric. Dashboards can show metrics of other regions; alarms cannot use them. */
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
