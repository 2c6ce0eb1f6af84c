import { DEFAULT_ERROR_S, UNCACHED_ERRORS, type CacheRule } from '#infra/agreed/cache-rules.ts';

/** How long a response may be used; each period starts when the previous one ends. */
export interface Lifetime {
  readonly freshMs: number;
  /** Then stale, while the cache revalidates it: `stale-while-revalidate`. */
  readonly staleMs: number;
  /** Then only if the origin fails: `stale-if-error`. */
  readonly spareMs: number;
}

/** Error statuses that CloudFront always caches, and those that it only caches with a lifetime. */
const KEPT_ERRORS = [404, 405, 410, 414, 500, 501, 502, 503, 504];
const ERRORS_KEPT_ON_REQUEST = [400, 403, 412, 415];

/**
 * Returns how long a rule caches a response; `undefined` if it does not. Source: CloudFront Developer Guide, "Manage
 * how long content stays in the cache", "How CloudFront processes HTTP 4xx and 5xx status codes from your origin".
 */
export function lifetimeOf(status: number, headers: Headers, rule: CacheRule): Lifetime | undefined {
  if (status === 206 || status === 304) return undefined;
  const directives = directivesOf(headers.get('cache-control') ?? '');
  const isRefused = ['no-store', 'no-cache', 'private'].some((name) => directives.has(name));
  const requestedS =
    secondsOf(directives, 's-maxage') ?? secondsOf(directives, 'max-age') ?? untilExpires(headers);
  if (status >= 400) return ofError(status, isRefused ? undefined : requestedS, rule);
  const freshS = isRefused ? rule.minS : clamp(requestedS ?? rule.defaultS, rule.minS, rule.maxS);
  const staleS = isRefused ? 0 : Math.min(secondsOf(directives, 'stale-while-revalidate') ?? 0, rule.maxS);
  if (freshS + staleS === 0) return undefined;
  // Without the directive, CloudFront serves the stale response as long as the origin fails. Here it expires
  // eventually.
  const spareS = secondsOf(directives, 'stale-if-error') ?? rule.maxS;
  return { freshMs: freshS * 1000, staleMs: staleS * 1000, spareMs: Math.min(spareS, rule.maxS) * 1000 };
}

/**
 * Returns whether concurrent requests share this response even if it is not cached: unless it is marked as personal.
 * Source: CloudFront Developer Guide, "Simultaneous requests for the same object (request collapsing)".
 */
export function isShared(status: number, headers: Headers, { minS }: CacheRule): boolean {
  const directives = directivesOf(headers.get('cache-control') ?? '');
  const isPrivate = ['no-store', 'no-cache', 'private'].some((name) => directives.has(name));
  const freshS = secondsOf(directives, 's-maxage') ?? secondsOf(directives, 'max-age');
  return status !== 206 && status !== 304 && (minS > 0 || (!isPrivate && freshS !== 0));
}

const UNCACHED: Readonly<Record<number, number>> = Object.fromEntries(
  UNCACHED_ERRORS.map((status) => [status, 0]),
);

function ofError(
  status: number,
  requestedS: number | undefined,
  { maxS, errorS = UNCACHED }: CacheRule,
): Lifetime | undefined {
  const isKept =
    KEPT_ERRORS.includes(status) || (ERRORS_KEPT_ON_REQUEST.includes(status) && requestedS !== undefined);
  if (!isKept) return undefined;
  const leastS = errorS[status] ?? DEFAULT_ERROR_S;
  const freshS = Math.max(leastS, Math.min(requestedS ?? 0, maxS));
  return freshS === 0 ? undefined : { freshMs: freshS * 1000, staleMs: 0, spareMs: 0 };
}

/** Parses `Cache-Control` (RFC 9111 §5.2) to directives by lower-case name; the value is empty if there is none. */
function directivesOf(header: string): ReadonlyMap<string, string> {
  const parts = header.split(',').map((part) => part.trim().split('='));
  return new Map(parts.map(([name = '', value = '']) => [name.toLowerCase(), value.replaceAll('"', '')]));
}

function secondsOf(directives: ReadonlyMap<string, string>, name: string): number | undefined {
  const value = directives.get(name);
  return value !== undefined && /^\d+$/.test(value) ? Number(value) : undefined;
}

function untilExpires(headers: Headers): number | undefined {
  const timeMs = Date.parse(headers.get('expires') ?? '');
  return Number.isNaN(timeMs) ? undefined : Math.max(0, (timeMs - Date.now()) / 1000);
}

const clamp = (value: number, least: number, most: number): number => Math.max(least, Math.min(value, most));
