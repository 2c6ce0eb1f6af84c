import { parse } from 'hono/utils/cookie';
import { secured } from '../../../../functions/http/client.ts';
import type { CacheRule } from '../../../agreed/cache-rules.ts';

/** A viewer's headers with the cookies that the rule lets through. Without TLS, names have no prefix. */
export function withForwardedCookies(headers: Headers, { cookies }: CacheRule): Headers {
  const given = headers.get('cookie');
  if (given === null) return headers;
  const names = cookies.flatMap((name) => [name, secured(name)]);
  const forwarded = given.split('; ').filter((pair) => names.some((name) => name in parse(pair)));
  const sent = new Headers(headers);
  sent.delete('cookie');
  if (forwarded.length > 0) sent.set('cookie', forwarded.join('; '));
  return sent;
}

/** CloudFront hands out no cookie where it forwards none. */
export function withReturnedCookies(response: Response, { cookies }: CacheRule): Response {
  if (cookies.length === 0) response.headers.delete('set-cookie');
  return response;
}
