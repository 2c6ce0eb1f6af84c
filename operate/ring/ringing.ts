/** How an alarm is made to ring, to see whom it wakes. */
import { METRIC_NAMESPACE } from '#functions/metrics/metrics.ts';

/** An alarm of one metric, or of an expression, as templates and CloudWatch's DescribeAlarms both write it. */
export interface AlarmDefinition {
  readonly AlarmName: string;
  readonly AlarmDescription?: string;
  /** Of an expression, in place of all that describes one metric. */
  readonly Metrics?: readonly MetricQuery[];
  readonly Namespace?: string;
  readonly MetricName?: string;
  readonly Dimensions?: readonly { readonly Name: string; readonly Value: unknown }[];
  readonly Statistic?: string;
  /** In place of `Statistic`. */
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
  /** Whether the alarm compares this one. */
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
 * What to send: values of our own metric; or the state itself, where the metric is AWS's, which takes none from us. That
 * lasts until CloudWatch looks again.
 */
export type Ringing =
  | { readonly operation: 'PutMetricData'; readonly input: { Namespace: string; MetricData: MetricDatum[] } }
  | {
      readonly operation: 'SetAlarmState';
      readonly input: { AlarmName: string; StateValue: 'ALARM'; StateReason: string };
    };

/** Whether it rings where its metric is too low or stops. */
export const isOfSilence = ({ TreatMissingData }: AlarmDefinition): boolean => TreatMissingData === 'missing';

/** Makes the alarm ring by what it watches, or by its state where that cannot be: values cannot make a silence. */
export function ringingOf(alarm: AlarmDefinition, nowMs: number): Ringing {
  const { AlarmName, Namespace } = alarm;
  if (Namespace === METRIC_NAMESPACE && !isOfSilence(alarm))
    return { operation: 'PutMetricData', input: { Namespace, MetricData: badData(alarm, nowMs) } };
  const StateReason = 'Rung by hand, to see whom it wakes.';
  return { operation: 'SetAlarmState', input: { AlarmName, StateValue: 'ALARM', StateReason } };
}

/** One value in each of as many of the last periods as it takes, none worse than it has to be. */
export function badData(alarm: AlarmDefinition, nowMs: number): MetricDatum[] {
  const { MetricName, Dimensions = [], Period, EvaluationPeriods, Threshold: Value } = alarm;
  if (!MetricName || !Period) throw new RangeError(`${alarm.AlarmName} watches more than one metric.`);
  if (alarm.ComparisonOperator !== 'GreaterThanOrEqualToThreshold')
    throw new RangeError(`${alarm.AlarmName} rings where something is missing.`);
  return Array.from({ length: alarm.DatapointsToAlarm ?? EvaluationPeriods }, (_, back) => {
    const Timestamp = Math.floor(nowMs / 1000) - back * Period;
    return { MetricName, Dimensions, Timestamp, Value };
  });
}
