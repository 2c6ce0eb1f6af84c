import type { AlarmDefinition, MetricDatum } from '../../../../operate/ring/ringing.ts';

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);

const STATISTICS: Readonly<Record<string, (values: readonly number[]) => number>> = {
  Sum: sum,
  Maximum: (values) => Math.max(...values),
  p99: (values) => values.toSorted((a, b) => a - b)[Math.ceil(0.99 * values.length) - 1]!,
  Average: (values) => sum(values) / values.length,
};

const COMPARISONS: Readonly<Record<string, (value: number, threshold: number) => boolean>> = {
  GreaterThanOrEqualToThreshold: (value, threshold) => value >= threshold,
  LessThanThreshold: (value, threshold) => value < threshold,
};

/**
 * What CloudWatch makes of an alarm of one metric: of the last periods, so many are bad. Periods end at `nowMs` here.
 * Throws for what the template has and this does not know. Source: CloudWatch User Guide, "Evaluating an alarm".
 */
export function evaluate(
  alarm: AlarmDefinition,
  data: readonly MetricDatum[],
  nowMs: number,
): 'ALARM' | 'OK' {
  const { Period, EvaluationPeriods, DatapointsToAlarm = EvaluationPeriods, TreatMissingData } = alarm;
  const statistic = STATISTICS[alarm.Statistic ?? alarm.ExtendedStatistic ?? ''];
  const isBad = COMPARISONS[alarm.ComparisonOperator];
  if (!statistic || !isBad || !['breaching', 'notBreaching'].includes(TreatMissingData ?? ''))
    throw new RangeError(`${alarm.AlarmName} is of a kind that is not known here`);
  const own = data.filter(
    ({ MetricName, Dimensions }) =>
      MetricName === alarm.MetricName &&
      JSON.stringify(Dimensions) === JSON.stringify(alarm.Dimensions ?? []),
  );
  const bad = Array.from({ length: EvaluationPeriods }, (_, back) => {
    const endS = Math.floor(nowMs / 1000) - back * Period;
    const values = own.filter(({ Timestamp }) => Timestamp > endS - Period && Timestamp <= endS);
    if (values.length === 0) return TreatMissingData === 'breaching';
    return isBad(statistic(values.map(({ Value }) => Value)), alarm.Threshold);
  }).filter(Boolean).length;
  return bad >= DatapointsToAlarm ? 'ALARM' : 'OK';
}
