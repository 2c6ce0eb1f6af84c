import type { Hono } from 'hono';
import { parse } from 'hono/utils/cookie';
import type { CacheRule } from '#infra/agreed/cache-rules.ts';
import {
  edgeEvent,
  type EdgeRequest,
  type EdgeResponse,
  type EdgeRun,
  type EdgeValues,
} from '#infra/agreed/edge/edge-event.ts';
import type { DeniedKeys } from '#infra/agreed/edge/media-request.ts';
import { cacheKey } from './cache/cache-key.ts';
import type { EdgeCache } from './cache/edge-cache.ts';
import { forwardedHeaders, forwardedQuery, withReturnedHeaders } from './cache/forwarding.ts';
import { uncachedResponse } from './cache/cached-response.ts';
import { refusedStatus } from './edge-limits.ts';

/** The origin of a behaviour: a bucket, or the API below a path, with the origin's own headers. */
export type Origin =
  | { readonly bucket: string }
  | { readonly path: string; readonly headers: Readonly<Record<string, string>> };

type EdgeFunction = EdgeRun<EdgeRequest | EdgeResponse | Promise<EdgeRequest | EdgeResponse>>;

/** A behaviour of a CloudFront distribution. */
export interface EdgeBehavior {
  readonly isFor: (path: string) => boolean;
  readonly allowsChanges: boolean;
  /** Separates the cache entries of different policies. */
  readonly policy: string;
  readonly rule: CacheRule;
  /** Additional response headers, by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly onRequest?: EdgeFunction | undefined;
  readonly onResponse?: EdgeFunction | undefined;
  readonly origin: Origin;
  /** Fallback for reads if the first origin returns one of these statuses. */
  readonly failover?: { readonly statuses: readonly number[]; readonly origin: Origin };
}

export interface DistributionOrigins {
  /** Responds as API Gateway does. */
  readonly api: (request: Request, headers: Headers, address: URL) => Promise<Response>;
  readonly buckets: Readonly<Record<string, Hono>>;
  readonly deniedKeys: DeniedKeys;
}

const isRead = (method: string): boolean => method === 'GET' || method === 'HEAD';

/**
 * Returns a CloudFront distribution: the first behaviour that matches a path runs its functions, then tries the cache,
 * then the origin. Source: CloudFront Developer Guide, "Cache behavior settings", "Optimize high availability with
 * CloudFront origin failover".
 */
export function distribution(
  behaviors: readonly EdgeBehavior[],
  { api, buckets, deniedKeys }: DistributionOrigins,
): Distribution {
  const askOrigin = async (origin: Origin, sent: Sent): Promise<Response> => {
    if (!('bucket' in origin)) {
      const headers = new Headers(sent.headers);
      for (const [name, value] of Object.entries(origin.headers)) headers.set(name, value);
      return api(sent.request, headers, new URL(origin.path + sent.path + sent.search, sent.request.url));
    }
    const files = buckets[origin.bucket];
    if (!files) throw new Error(`The distribution has no bucket ${origin.bucket}`);
    const address = new URL(sent.path, sent.request.url);
    return files.fetch(new Request(address, { method: sent.request.method, headers: sent.headers }));
  };
  const askOrigins = async ({ origin, failover }: EdgeBehavior, sent: Sent): Promise<Response> => {
    const answer = await askOrigin(origin, sent);
    const fails = failover && isRead(sent.request.method) && failover.statuses.includes(answer.status);
    return fails ? askOrigin(failover.origin, sent) : answer;
  };

  return async (request, viewer, cache) => {
    const { pathname, search } = new URL(request.url);
    const behavior = behaviors.find(({ isFor }) => isFor(pathname));
    if (!behavior) throw new Error(`No behaviour matches ${pathname}`);
    const { rule, policy, headers: added, onRequest, onResponse } = behavior;
    const refused = refusedStatus(request, behavior.allowsChanges);
    if (refused) return uncachedResponse(new Response(null, { status: refused }), added);

    const event = edgeEvent({ request: edgeRequestOf(request), ip: viewer, requestId: crypto.randomUUID() });
    const asked = onRequest ? await onRequest(event, { kvs: () => deniedKeys }) : event.request;
    if ('statusCode' in asked) return uncachedResponse(responseOf(asked), added);
    const path = asked.uri;
    const headers = headersOf(asked.headers);
    const cookie = request.headers.get('cookie');
    if (cookie !== null) headers.set('cookie', cookie);

    const key = cacheKey(rule, { scope: policy, path, search, headers });
    const sent = {
      request,
      path,
      search: forwardedQuery(search, rule),
      headers: forwardedHeaders(headers, rule, rule.compresses ? key.encodings : undefined),
    };
    const withConditions = (conditions: Readonly<Record<string, string>>) => {
      const conditional = new Headers(sent.headers);
      for (const [name, value] of Object.entries(conditions)) conditional.set(name, value);
      return askOrigins(behavior, { ...sent, headers: conditional });
    };
    const answer = isRead(request.method)
      ? await cache.answer({
          rule,
          added,
          key,
          path,
          method: request.method,
          headers,
          fetchOrigin: withConditions,
        })
      : uncachedResponse(withReturnedHeaders(await askOrigins(behavior, sent), rule), added);
    return onResponse ? afterwards(answer, asked, onResponse) : answer;
  };
}

/** Responds to a viewer's request; `viewer` is the viewer's address. */
export type Distribution = (request: Request, viewer: string, cache: EdgeCache) => Promise<Response>;

interface Sent {
  readonly request: Request;
  readonly path: string;
  readonly search: string;
  readonly headers: Headers;
}

/** Converts a request for edge functions: cookies and parameters are separate from the headers. */
function edgeRequestOf({ method, url, headers }: Request): EdgeRequest {
  const { pathname, searchParams } = new URL(url);
  const { cookie, ...others } = Object.fromEntries(headers);
  return {
    method,
    uri: pathname,
    querystring: valuesOf(Object.fromEntries(searchParams)),
    headers: valuesOf(others),
    cookies: valuesOf(cookie === undefined ? {} : parse(cookie)),
  };
}

const valuesOf = (values: Readonly<Record<string, string>>): EdgeValues =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { value }]));

const headersOf = (values: EdgeValues): Headers =>
  new Headers(Object.entries(values).map(([name, { value }]): [string, string] => [name, value]));

const responseOf = ({ statusCode, headers, body }: EdgeResponse): Response =>
  new Response(body?.data ?? null, { status: statusCode, headers: headersOf(headers) });

/** Runs the viewer response function on the status and headers. */
async function afterwards(answer: Response, request: EdgeRequest, run: EdgeFunction): Promise<Response> {
  const before = { statusCode: answer.status, headers: valuesOf(Object.fromEntries(answer.headers)) };
  const after = await run(edgeEvent({ request, response: before }));
  if (!('statusCode' in after) || after.statusCode === answer.status) return answer;
  return new Response(answer.body, { status: after.statusCode, headers: headersOf(after.headers) });
}
