import { embedded } from '../metrics/embedded.ts';
import type { Measure, Measured } from '../metrics/metrics.ts';

/** A failure with its causes, by name, message and stack. */
export function logError(requestId: string, error: unknown): void {
  writeLine({ level: 'error', request_id: requestId, error: describe(error) });
}

/** A step of work that failed, and that nobody waits for: what asked for it goes on. */
export function logFailure(step: string, error: unknown): void {
  writeLine({ level: 'error', step, error: describe(error) });
}

/** A step of work that no request asked for, such as the tick's. */
export function logStep(step: string, fields: Readonly<Record<string, unknown>> = {}): void {
  writeLine({ level: 'info', step, ...fields });
}

/** A value of a metric that no request tells. */
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
