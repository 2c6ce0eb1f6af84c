import type { Context } from 'hono';
import { routePath } from 'hono/route';
import { Hono } from 'hono/tiny';
import { type ApiError } from '#shared/base/api-error.ts';
import { errorStatus } from '#shared/base/errors.ts';
import type { RateKind, RouteContract } from '#shared/base/route.ts';
import { contentionFailure } from '#functions/aws/retry.ts';
import { DomainError } from '#functions/base/errors.ts';
import { ownerOfAddress } from '#functions/limits/address.ts';
import type { RateCounter } from '#functions/limits/rate-counter.ts';
import { cdnCheck, viewerAddress, type CdnCheck } from './cdn.ts';
import type { Authenticator, Caller, Env, FeatureApp } from './context.ts';
import { logError, logFailure, metricsOf, writeLine } from '#functions/log/log.ts';
import { requestMetrics } from '#functions/metrics/metrics.ts';

/** The parts that all features share: request ids, the log, admission, authentication and the form of errors. */
export function createApp(
  authenticator: Authenticator,
  features: readonly FeatureApp[],
  checkCdn: CdnCheck = cdnCheck(''),
  rates: RateCounter = { count: async () => undefined },
): FeatureApp {
  const app = new Hono<Env>();
  app.use(async (c, next) => {
    const startedAt = performance.now();
    c.set('requestId', c.env?.lambdaContext?.awsRequestId ?? crypto.randomUUID());
    c.set('authenticate', (route) => authenticate(c, authenticator, route));
    await next();
    logRequest(c, performance.now() - startedAt);
  });
  app.use((c, next) => {
    checkCdn(c);
    const viewer = viewerAddress(c);
    c.set('viewer', viewer);
    c.set('count', (kind) => countOrPass(rates, kind, ownerOfAddress(viewer)));
    c.set('countBy', (kind, personId) => countOrPass(rates, kind, personId));
    return next();
  });
  for (const feature of features) app.route('/api', feature);
  app.notFound((c) => fail(c, new DomainError('not_found', 'no_such_address')));
  app.onError((error, c) => fail(c, error));
  return app;
}

/** One JSON line per request, with metrics. Logs no URL, header or body, because those may contain secrets. */
function logRequest(c: Context<Env>, durationMs: number): void {
  const { requestId, code, callerId: caller, viewer, notes } = c.var;
  const answered = { method: c.req.method, route: routePath(c, -1), status: c.res.status, code };
  writeLine({
    level: 'info',
    request_id: requestId,
    ...answered,
    duration_ms: Math.round(durationMs),
    // A rollout goes back by the failed answers of its version (`infra/cloud/functions/rollout.ts`).
    version: c.env?.lambdaContext?.functionVersion,
    caller,
    viewer,
    ...notes,
    ...metricsOf(requestMetrics({ ...answered, durationMs, notes })),
  });
}

async function authenticate(
  c: Context<Env>,
  authenticator: Authenticator,
  { openToSuspended = false, scope }: Pick<RouteContract, 'openToSuspended' | 'scope'>,
): Promise<Caller> {
  const token = /^Bearer +([\w.~+/-]+=*)$/i.exec(c.req.header('authorization') ?? '')?.[1];
  if (!token) throw new DomainError('unauthenticated', 'log_in');
  const isWrite = !['GET', 'HEAD'].includes(c.req.method);
  const caller = await authenticator(token, { isWrite, isOpenToSuspended: openToSuspended, scope });
  c.set('callerId', caller.id);
  return caller;
}

async function fail(c: Context<Env>, thrown: unknown): Promise<Response> {
  const error = contentionFailure(thrown, 'too_many_at_once');
  const known = error instanceof DomainError;
  if (!known || error.cause) logError(c.var.requestId, error);
  const { code, retryAfterS, faults } = known ? error : new DomainError('internal', 'internal');
  c.set('code', code);
  const issues = faults.length > 1 ? { issues: [...faults] } : {};
  const { sentences } = await import('#functions/base/error-sentences.ts');
  const detail = sentences(faults);
  const body: ApiError = { code, detail, ...faults[0]!, ...issues, request_id: c.var.requestId };
  c.header('cache-control', 'no-store');
  if (retryAfterS !== undefined) c.header('retry-after', String(retryAfterS));
  if (code === 'unauthenticated') c.header('www-authenticate', 'Bearer');
  return c.json(body, errorStatus[code]);
}

/** A failing counter must not stop reads, and changes of people who are known. Accounts and mail always require it. */
async function countOrPass(
  rates: RateCounter,
  kind: RateKind | 'change' | 'file',
  who: string,
): Promise<void> {
  try {
    await rates.count(kind, who);
  } catch (error) {
    if (!['read', 'change', 'file'].includes(kind) || error instanceof DomainError) throw error;
    logFailure('rates.count', error);
  }
}
