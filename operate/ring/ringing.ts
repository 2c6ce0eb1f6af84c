/** How an alarm is made to ring, to test who is notified. */
import { METRIC_NAMESPACE } from '#functions/metrics/metrics.ts';

/** An alarm on one metric or expression, as in templates and in CloudWatch's DescribeAlarms. */
export interface AlarmDefinition {
  readonly AlarmName: string;
  readonly AlarmDescription?: string;
  /** For expressions, instead of the properties of a single metric. */
  readonly Metrics?: readonly MetricQuery[];
  readonly Namespace?: string;
  readonly MetricName?: string;
  readonly Dimensions?: readonly { readonly Name: string; readonly Value: unknown }[];
  readonly Statistic?: string;
  /** Instead of `Statistic`. */
  readonly ExtendedStatistic?: string;
  /** In seconds. */
  readonly Period?: number;
  readonly EvaluationPeriods: number;
  readonly DatapointsToAlarm?: number;
  readonly Threshold: number;
  readonly ComparisonOperator: string;
  readonly TreatMissingData?: string;
}

/** CloudWatch API Reference, "MetricDataQuery": one metric, or an expression of others. */
export interface MetricQuery {
  readonly Id: string;
  readonly Expression?: string;
  readonly MetricStat?: {
    readonly Metric: { readonly Namespace: string; readonly MetricName: string };
    readonly Period: number;
    readonly Stat: string;
  };
  /** Whether the alarm evaluates this one. */
  readonly ReturnData?: boolean;
}

/** CloudWatch API Reference, "MetricDatum"; `Timestamp` in seconds since 1970. */
export interface MetricDatum {
  readonly MetricName: string;
  readonly Dimensions: NonNullable<AlarmDefinition['Dimensions']>;
  readonly Timestamp: number;
  readonly Value: number;
}

/**
 * What to send: test data for our own metric, or the state itself for AWS's metrics, which do not accept data. The
 * state lasts until CloudWatch evaluates the alarm again.
 */
export type Ringing =
  | { readonly operation: 'PutMetricData'; readonly input: { Namespace: string; MetricData: MetricDatum[] } }
  | {
      readonly operation: 'SetAlarmState';
      readonly input: { AlarmName: string; StateValue: 'ALARM'; StateReason: string };
    };

/** Returns whether it rings if its metric is too low or has no data. */
export const isOfSilence = ({ TreatMissingData }: AlarmDefinition): boolean => TreatMissingData === 'missing';

/** Returns test data for the alarm's metric, or its state if data cannot make it ring. */
export function ringingOf(alarm: AlarmDefinition, nowMs: number): Ringing {
  const { AlarmName, Namespace } = alarm;
  if (Namespace === METRIC_NAMESPACE && !isOfSilence(alarm))
    return { operation: 'PutMetricData', input: { Namespace, MetricData: badData(alarm, nowMs) } };
  const StateReason = 'Rung manually, to test who is notified.';
  return { operation: 'SetAlarmState', input: { AlarmName, StateValue: 'ALARM', StateReason } };
}

/** Returns one breaching value in each of the required number of periods, none more extreme than necessary. */
export function badData(alarm: AlarmDefinition, nowMs: number): MetricDatum[] {
  const { MetricName, Dimensions = [], Period, EvaluationPeriods, Threshold: Value } = alarm;
  if (!MetricName || !Period) throw new RangeError(`${alarm.AlarmName} uses more than one metric.`);
  if (alarm.ComparisonOperator !== 'GreaterThanOrEqualToThreshold')
    throw new RangeError(`${alarm.AlarmName} rings when data are missing.`);
  return Array.from({ length: alarm.DatapointsToAlarm ?? EvaluationPeriods }, (_, back) => {
    const Timestamp = Math.floor(nowMs / 1000) - back * Period;
    return { MetricName, Dimensions, Timestamp, Value };
  });
}
