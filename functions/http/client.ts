import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import type { Env } from './context.ts';

/** The browser or program that asks. */
export interface Client {
  readonly address: string | undefined;
  /** As it calls itself; empty where it does not. */
  readonly agent: string;
  /** A cookie of ours; `undefined` too where another site's page had the browser ask. */
  cookie(name: string): string | undefined;
  /** Has a browser keep a cookie that no script can read, for these addresses of ours alone; 0 takes it away. */
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

/** A phone may reach a machine of its own network without TLS, where browsers keep no `Secure` cookie. */
const isByTls = (c: Context<Env>): boolean => c.req.header('x-forwarded-proto') !== 'http';

/** What browsers take by TLS alone (RFC 6265bis §4.1.3.1), so that nobody on the way can plant one. */
export const secured = (name: string): string => `__Secure-${name}`;

/** Another port of the same host is the same site to a cookie (RFC 6265bis §5.2), and not to this header. */
const isSameOriginRequest = (c: Context<Env>): boolean =>
  ['same-origin', 'none', undefined].includes(c.req.header('sec-fetch-site'));
