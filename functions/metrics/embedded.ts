import {
  METRIC_NAMESPACE,
  METRICS,
  STAGE_DIMENSION,
  type Measured,
  type MetricDefinition,
} from './metrics.ts';

/**
 * Values as members of a line of JSON, which CloudWatch makes metrics of as it takes in the log; nothing where there are
 * none. Each metric once, and of those with a second dimension each dimension once.
 * Source: Amazon CloudWatch User Guide, "Specification: Embedded metric format".
 */
export function embedded(stage: string, measured: readonly Measured[], nowMs: number): object {
  if (measured.length === 0) return {};
  const CloudWatchMetrics = measured.map(({ name }) => {
    const { unit, by, isAlsoWhole }: MetricDefinition = METRICS[name];
    const whole = [STAGE_DIMENSION];
    const Dimensions = by ? [...(isAlsoWhole ? [whole] : []), [...whole, by.name]] : [whole];
    return { Namespace: METRIC_NAMESPACE, Dimensions, Metrics: [{ Name: name, Unit: unit }] };
  });
  return {
    _aws: { Timestamp: nowMs, CloudWatchMetrics },
    [STAGE_DIMENSION]: stage,
    ...Object.fromEntries(measured.flatMap(membersOf)),
  };
}

function membersOf({ name, value, part }: Measured): [string, number | string][] {
  const { by }: MetricDefinition = METRICS[name];
  return [[name, value], ...(by && part !== undefined ? [[by.name, part] as [string, string]] : [])];
}
