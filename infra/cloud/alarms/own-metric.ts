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
  /** The stage's name. */
  readonly stage: string;
  readonly statistic: string;
  readonly period: Duration;
  /** A value of the second dimension. @default all values */
  readonly part?: string;
}

/** Returns a metric that the Lambdas write to their logs, for alarms and the dashboard. */
export function ownMetric(name: MetricName, { stage, part, ...props }: OwnMetricProps): Metric {
  const { by }: MetricDefinition = METRICS[name];
  return new Metric({
    ...props,
    namespace: METRIC_NAMESPACE,
    metricName: name,
    dimensionsMap: { [STAGE_DIMENSION]: stage, ...(by && part !== undefined && { [by.name]: part }) },
  });
}
