import { parse } from 'hono/utils/cookie';
import { secured } from '#functions/http/client.ts';
import type { CacheRule } from '#infra/agreed/cache-rules.ts';

/**
 * Viewer headers that are not forwarded to origins. API Gateway gets its own `Host`. Source: CloudFront Developer
 * Guide, "HTTP request headers and CloudFront behavior (custom and Amazon S3 origins)".
 */
const REMOVED = [
  'connection',
  'cookie',
  'expect',
  'host',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'x-forwarded-proto',
  'x-http-method-override',
  'x-real-ip',
];

/** Returns the headers of a request to the origin; `encodings` is CloudFront's normalised `Accept-Encoding`. */
export function forwardedHeaders(headers: Headers, rule: CacheRule, encodings?: string): Headers {
  const names = rule.forwardsHeaders ? [...headers.keys()] : ['accept-encoding', ...rule.headers];
  const sent = new Headers();
  for (const name of names) {
    const value = headers.get(name);
    if (value !== null && !REMOVED.includes(name) && !name.startsWith('x-edge-')) sent.set(name, value);
  }
  if (!rule.forwardsHeaders) sent.set('user-agent', 'Amazon CloudFront');
  if (encodings !== undefined) sent.set('accept-encoding', encodings);
  if (encodings === '') sent.delete('accept-encoding');
  const cookies = forwardedCookies(headers.get('cookie') ?? '', rule);
  if (cookies.length > 0) sent.set('cookie', cookies.join('; '));
  return sent;
}

/** Returns the cookies that the rule names. Without TLS, names have no prefix. */
function forwardedCookies(header: string, { cookies }: CacheRule): string[] {
  const names = cookies.flatMap((name) => [name, secured(name)]);
  return header.split('; ').filter((pair) => names.some((name) => name in parse(pair)));
}

/** Returns the query parameters that the rule names, with the viewer's encoding and order. */
export function forwardedQuery(search: string, { query }: CacheRule): string {
  const pairs = search.slice(1).split('&');
  const known = pairs.filter((pair) => query.includes(pair.split('=')[0]!));
  return known.length > 0 ? `?${known.join('&')}` : '';
}

/** Values that CloudFront keeps in `Vary` besides the headers of the key. */
const VARY = ['accept-encoding', 'cookie'];

/**
 * Removes the response headers that CloudFront removes: `Set-Cookie` if it forwards no cookies. Source: CloudFront
 * Developer Guide, "HTTP response headers that CloudFront removes or replaces".
 */
export function withReturnedHeaders(response: Response, { cookies, headers: names }: CacheRule): Response {
  const { headers } = response;
  if (cookies.length === 0) headers.delete('set-cookie');
  const vary = headers
    .get('vary')
    ?.split(',')
    .map((name) => name.trim());
  const kept = vary?.filter((name) => [...VARY, ...names].includes(name.toLowerCase()));
  if (kept?.length === 0) headers.delete('vary');
  else if (kept) headers.set('vary', kept.join(', '));
  return response;
}
