import type { Context } from 'hono';
import { routePath } from 'hono/route';
import { embedded } from '../metrics/embedded.ts';
import type { Measure, Measured } from '../metrics/metrics.ts';
import { requestMetrics } from '../metrics/request-metrics.ts';
import type { Env } from './context.ts';

/**
 * One JSON line a request, with what it tells of how people fare. It names the route's pattern, never the URL, a header or
 * a body: those may hold passwords, tokens or stream keys.
 */
export function logRequest(c: Context<Env>, durationMs: number): void {
  const { requestId, code, callerId: caller, viewer, notes } = c.var;
  const answered = { method: c.req.method, route: routePath(c, -1), status: c.res.status, code };
  write({
    level: 'info',
    request_id: requestId,
    ...answered,
    duration_ms: Math.round(durationMs),
    caller,
    viewer,
    ...notes,
    ...metricsOf(requestMetrics({ ...answered, durationMs, notes })),
  });
}

/** A failure with its causes, by name, message and stack. */
export function logError(requestId: string, error: unknown): void {
  write({ level: 'error', request_id: requestId, error: describe(error) });
}

/** A step of work that failed, and that nobody waits for: what asked for it goes on. */
export function logFailure(step: string, error: unknown): void {
  write({ level: 'error', step, error: describe(error) });
}

/** A step of work that no request asked for, such as the tick's. */
export function logStep(step: string, fields: Readonly<Record<string, unknown>> = {}): void {
  write({ level: 'info', step, ...fields });
}

/** A value of a metric that no request tells. */
export const measure: Measure = (measured) =>
  write({ level: 'info', step: 'measured', ...metricsOf([measured]) });

const metricsOf = (measured: readonly Measured[]): object =>
  embedded(process.env['STAGE'] ?? '', measured, Date.now());

function describe(error: unknown): unknown {
  if (!(error instanceof Error)) return String(error);
  const { name, message, stack, cause } = error;
  return { name, message, stack, ...(cause === undefined ? {} : { cause: describe(cause) }) };
}

const write = (line: object): void => void process.stdout.write(`${JSON.stringify(line)}\n`);
