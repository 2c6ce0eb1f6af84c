import type { AlarmDefinition, MetricDatum } from '#operate/ring/ringing.ts';

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);

const STATISTICS: Readonly<Record<string, (values: readonly number[]) => number>> = {
  Sum: sum,
  Maximum: (values) => Math.max(...values),
  p99: (values) => values.toSorted((a, b) => a - b)[Math.ceil(0.99 * values.length) - 1]!,
  Average: (values) => sum(values) / values.length,
};

const COMPARISONS: Readonly<Record<string, (value: number, threshold: number) => boolean>> = {
  GreaterThanOrEqualToThreshold: (value, threshold) => value >= threshold,
  GreaterThanThreshold: (value, threshold) => value > threshold,
  LessThanThreshold: (value, threshold) => value < threshold,
};
const MISSING = ['missing', 'notBreaching'];
export type AlarmState = 'ALARM' | 'OK' | 'INSUFFICIENT_DATA';

/**
 * Evaluates an alarm on one metric as CloudWatch does: so many of the last periods breach. Periods end at `nowMs`.
 * Throws for unsupported properties. Source: CloudWatch User Guide, "Evaluating an alarm".
 */
export function evaluate(alarm: AlarmDefinition, data: readonly MetricDatum[], nowMs: number): AlarmState {
  const { Period = 0, EvaluationPeriods, DatapointsToAlarm = EvaluationPeriods, TreatMissingData } = alarm;
  const statistic = STATISTICS[alarm.Statistic ?? alarm.ExtendedStatistic ?? ''];
  const isBad = COMPARISONS[alarm.ComparisonOperator];
  if (!statistic || !isBad || !Period || !MISSING.includes(TreatMissingData ?? ''))
    throw new RangeError(`${alarm.AlarmName} is not supported by this evaluation`);
  const own = data.filter(
    ({ MetricName, Dimensions }) =>
      MetricName === alarm.MetricName &&
      JSON.stringify(Dimensions) === JSON.stringify(alarm.Dimensions ?? []),
  );
  const periods = Array.from({ length: EvaluationPeriods }, (_, back) => {
    const endS = Math.floor(nowMs / 1000) - back * Period;
    const values = own.filter(({ Timestamp }) => Timestamp > endS - Period && Timestamp <= endS);
    return values.map(({ Value }) => Value);
  }).filter((values) => values.length > 0);
  if (periods.length === 0 && TreatMissingData === 'missing') return 'INSUFFICIENT_DATA';
  const bad = periods.filter((values) => isBad(statistic(values), alarm.Threshold)).length;
  return bad >= DatapointsToAlarm ? 'ALARM' : 'OK';
}

/**
 * The same for an expression whose metrics have one `value` each in every period. Supports `IF` and arithmetic; if a
 * metric has no value, the expression has none. Source: CloudWatch User Guide, "Using math expressions".
 */
export function evaluateExpression(
  { AlarmName, Metrics = [], ComparisonOperator, Threshold, TreatMissingData }: AlarmDefinition,
  values: Readonly<Record<string, number>>,
): AlarmState {
  const valueOf = (id: string): number => {
    const query = Metrics.find(({ Id }) => Id === id);
    if (!query?.Expression) return values[query?.MetricStat?.Metric.MetricName ?? ''] ?? NaN;
    const names = Metrics.map(({ Id }) => Id).filter((name) =>
      new RegExp(`\\b${name}\\b`).test(query.Expression!),
    );
    const numbers = names.map(valueOf);
    if (numbers.some(Number.isNaN)) return NaN;
    const IF = (condition: boolean, then: number, otherwise: number) => (condition ? then : otherwise);
    // oxlint-disable-next-line typescript/no-implied-eval -- the expression is our template's.
    const compute = new Function('IF', ...names, `return ${query.Expression}`) as (
      ...all: unknown[]
    ) => number;
    return compute(IF, ...numbers);
  };
  const compared = Metrics.find(({ ReturnData }) => ReturnData !== false);
  const isBad = COMPARISONS[ComparisonOperator];
  if (!compared || !isBad || TreatMissingData !== 'notBreaching')
    throw new RangeError(`${AlarmName} is not supported by this evaluation`);
  return isBad(valueOf(compared.Id), Threshold) ? 'ALARM' : 'OK';
}
