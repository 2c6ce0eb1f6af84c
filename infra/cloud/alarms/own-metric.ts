import type { Duration } from 'aws-cdk-lib';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import {
  METRIC_NAMESPACE,
  METRICS,
  STAGE_DIMENSION,
  type MetricDefinition,
  type MetricName,
} from '#functions/metrics/metrics.ts';

export interface OwnMetricProps {
  /** Of what site it is. */
  readonly stage: string;
  readonly statistic: string;
  readonly period: Duration;
  /** One value of its second dimension. @default the whole */
  readonly part?: string;
}

/** One of the metrics that the Lambdas write into their logs, as alarms and the dashboard see it. */
export function ownMetric(name: MetricName, { stage, part, ...props }: OwnMetricProps): Metric {
  const { by }: MetricDefinition = METRICS[name];
  return new Metric({
    ...props,
    namespace: METRIC_NAMESPACE,
    metricName: name,
    dimensionsMap: { [STAGE_DIMENSION]: stage, ...(by && part !== undefined && { [by.name]: part }) },
  });
}
