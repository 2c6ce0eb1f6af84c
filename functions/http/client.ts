import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import type { Env } from './context.ts';

export interface Client {
  readonly address: string | undefined;
  /** `User-Agent`; empty if it is missing. */
  readonly agent: string;
  /** Our cookie; also `undefined` on requests from another site's page. */
  cookie(name: string): string | undefined;
  /** Sets a cookie that scripts cannot read, only for these paths; 0 deletes it. */
  keepCookie(name: string, value: string, kept: { readonly path: string; readonly lifeS: number }): void;
}

export const clientOf = (c: Context<Env>): Client => ({
  address: c.var.viewer,
  agent: c.req.header('user-agent') ?? '',
  cookie: (name) => (isSameOriginRequest(c) ? getCookie(c, isByTls(c) ? secured(name) : name) : undefined),
  keepCookie: (name, value, { path, lifeS: maxAge }) => {
    const secure = isByTls(c);
    const ours = { httpOnly: true, sameSite: 'Strict', secure, path, maxAge } as const;
    setCookie(c, secure ? secured(name) : name, value, ours);
  },
});

/** In development, a phone may use the local network without TLS, where browsers keep no `Secure` cookie. */
const isByTls = (c: Context<Env>): boolean => c.req.header('x-forwarded-proto') !== 'http';

/** Browsers accept this prefix over TLS only (RFC 6265bis §4.1.3.1), so that no attacker on the network sets one. */
export const secured = (name: string): string => `__Secure-${name}`;

/** Cookies ignore the port (RFC 6265bis §5.2), but this header does not. */
const isSameOriginRequest = (c: Context<Env>): boolean =>
  ['same-origin', 'none', undefined].includes(c.req.header('sec-fetch-site'));
