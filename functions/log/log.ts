import {
  type Measure,
  type Measured,
  METRIC_NAMESPACE,
  type MetricDefinition,
  METRICS,
  STAGE_DIMENSION,
} from '#functions/metrics/metrics.ts';

/** With all causes, by name, message and stack. */
export function logError(requestId: string, error: unknown): void {
  writeLine({ level: 'error', request_id: requestId, error: describe(error) });
}

/** The caller continues. */
export function logFailure(step: string, error: unknown): void {
  writeLine({ level: 'error', step, error: describe(error) });
}

/** For steps outside requests, such as the tick's. */
export function logStep(step: string, fields: Readonly<Record<string, unknown>> = {}): void {
  writeLine({ level: 'info', step, ...fields });
}

/** For metrics outside requests. */
export const measure: Measure = (measured) =>
  writeLine({ level: 'info', step: 'measured', ...metricsOf([measured]) });

/** The fields from which CloudWatch extracts metrics. */
export const metricsOf = (measured: readonly Measured[]): object =>
  embedded(process.env['STAGE'] ?? '', measured, Date.now());

/** Maximum number of simultaneous errors that are logged; a line of CloudWatch's log has 256 kB. */
const MAX_ERRORS = 20;

function describe(error: unknown): unknown {
  if (!(error instanceof Error)) return String(error);
  const { name, message, stack, cause } = error;
  return {
    name,
    message,
    stack,
    ...(cause === undefined ? {} : { cause: describe(cause) }),
    ...(error instanceof AggregateError && { errors: error.errors.slice(0, MAX_ERRORS).map(describe) }),
  };
}

export const writeLine = (line: object): void => void process.stdout.write(`${JSON.stringify(line)}\n`);

/**
 * Metrics in CloudWatch's embedded format; empty for none. Each metric once, and each second dimension once. Source:
 * Amazon CloudWatch User Guide, "Specification: Embedded metric format".
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
