import {
  type Measure,
  type Measured,
  METRIC_NAMESPACE,
  type MetricDefinition,
  METRICS,
  STAGE_DIMENSION,
} from '../metrics/metrics.ts';

/** Logs a request's failure with its causes, by name, message and stack. */
export function logError(requestId: string, error: unknown): void {
  writeLine({ level: 'error', request_id: requestId, error: describe(error) });
}

/** Logs the failure of a background step; the caller continues. */
export function logFailure(step: string, error: unknown): void {
  writeLine({ level: 'error', step, error: describe(error) });
}

/** Logs a step that belongs to no request, such as the tick's. */
export function logStep(step: string, fields: Readonly<Record<string, unknown>> = {}): void {
  writeLine({ level: 'info', step, ...fields });
}

/** Logs a metric's value that belongs to no request. */
export const measure: Measure = (measured) =>
  writeLine({ level: 'info', step: 'measured', ...metricsOf([measured]) });

/** The fields by which CloudWatch reads metrics out of a line. */
export const metricsOf = (measured: readonly Measured[]): object =>
  embedded(process.env['STAGE'] ?? '', measured, Date.now());

function describe(error: unknown): unknown {
  if (!(error instanceof Error)) return String(error);
  const { name, message, stack, cause } = error;
  return { name, message, stack, ...(cause === undefined ? {} : { cause: describe(cause) }) };
}

/** Writes one line of JSON. */
export const writeLine = (line: object): void => void process.stdout.write(`${JSON.stringify(line)}\n`);

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
