import type { KeptAnswer } from './kept-answers.ts';

/** The source of a response in CloudFront's `X-Cache` header. */
export type CacheResult = 'Hit' | 'Miss' | 'RefreshHit' | 'Error';

export const xCache = (result: CacheResult): string => `${result} from cloudfront`;

export interface CachedResponseOptions {
  readonly method: string;
  /** The viewer's headers. */
  readonly headers: Headers;
  readonly result: CacheResult;
  readonly nowMs: number;
  /** Headers of every response, by lower-case name. */
  readonly added: Readonly<Record<string, string>>;
}

/** For responses that bypass the cache. Sets headers on the existing response, because a new one would be a stream. */
export function withHeadersSet(response: Response, added: Readonly<Record<string, string>>): Response {
  for (const [name, value] of Object.entries(added)) response.headers.set(name, value);
  return response;
}

/** For responses that are never cached: adds the common headers. */
export function uncachedResponse(response: Response, added: Readonly<Record<string, string>>): Response {
  response.headers.set('x-cache', xCache(response.status < 400 ? 'Miss' : 'Error'));
  return withHeadersSet(response, added);
}

/** Returns a cached response: complete, the requested range, or 304 (RFC 9110 §13, §14). */
export function cachedResponse(
  answer: KeptAnswer,
  { method, headers, result, nowMs, added }: CachedResponseOptions,
): Response {
  const { status, body } = answer;
  const sent = {
    ...answer.headers,
    ...added,
    'x-cache': xCache(status < 400 ? result : 'Error'),
    ...(result === 'Hit' && { age: String(Math.floor((nowMs - answer.requestedMs) / 1000)) }),
  };
  if (status === 200 && isUnchanged(headers, answer))
    return new Response(null, { status: 304, headers: sent });
  const range = status === 200 ? rangeOf(headers, answer) : undefined;
  if (range === 'none') {
    const none = { ...added, 'content-range': `bytes */${body.length}`, 'x-cache': xCache('Error') };
    return new Response(null, { status: 416, headers: none });
  }
  const bytes = range ? body.subarray(range.start, range.end) : body;
  const responseHeaders = {
    ...sent,
    'content-length': String(bytes.length),
    ...(range && { 'content-range': `bytes ${range.start}-${range.end - 1}/${body.length}` }),
  };
  const hasBody = method !== 'HEAD' && status !== 204;
  return new Response(hasBody ? bytes : null, { status: range ? 206 : status, headers: responseHeaders });
}

const isUnchanged = (headers: Headers, { headers: { etag } }: KeptAnswer): boolean => {
  const known = headers.get('if-none-match')?.split(',').map(withoutWeakness);
  return etag !== undefined && (known?.some((one) => one === '*' || one === withoutWeakness(etag)) ?? false);
};

const withoutWeakness = (etag: string): string => etag.trim().replace(/^W\//, '');

/** Returns one range of an uncompressed response. Multiple ranges and other formats are ignored, as in S3. */
function rangeOf(
  headers: Headers,
  { headers: { etag, 'content-encoding': encoding }, body }: KeptAnswer,
): { readonly start: number; readonly end: number } | 'none' | undefined {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(headers.get('range') ?? '') ?? [];
  const condition = headers.get('if-range');
  if (first === undefined || last === undefined || encoding !== undefined) return undefined;
  if ((first === '' && last === '') || (condition !== null && condition !== etag)) return undefined;
  const start = first === '' ? Math.max(0, body.length - Number(last)) : Number(first);
  const end = first === '' || last === '' ? body.length : Math.min(Number(last) + 1, body.length);
  return start < end ? { start, end } : 'none';
}
