import type { Context, Hono } from 'hono';
import type * as z from 'zod';
import { contract, type Contract, type RouteName } from '../../shared/contract.ts';
import type { Answer, CacheFor, Parsed, RouteContract } from '../../shared/route.ts';
import { DomainError } from '../errors.ts';
import type { Caller, Env } from './app.ts';
import { describeIssues } from './issues.ts';

/** One page of a list; `next` is the cursor of the page after it. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly next: string | undefined;
  readonly total: number;
}

/** What a handler gets: the parsed request, and who calls (on routes for the signed-in). */
export type Call<R extends RouteContract> = Parsed<R> & {
  readonly caller: R['access'] extends 'signed-in' ? Caller : undefined;
};

type Result<R extends RouteContract> = R extends { readonly paged: true }
  ? Page<Answer<R> extends readonly (infer T)[] ? T : never>
  : Answer<R>;

/**
 * Serves one route of the contract: checks access, parses, calls one verb, answers with the contract's status and
 * cache headers.
 */
export function serve<N extends RouteName>(
  app: Hono<Env>,
  name: N,
  verb: (call: Call<Contract[N]>) => Promise<Result<Contract[N]>>,
): void {
  const route: RouteContract = contract[name];
  const [method, path] = name.split(' ') as [string, string];
  app.on(method, path.replaceAll(/\{(\w+)\}/g, ':$1'), async (c) => {
    const caller = route.access === 'signed-in' ? await c.var.authenticate() : undefined;
    const call = { ...(await parse(c, route)), caller } as Call<Contract[N]>;
    return answer(c, route, await verb(call));
  });
}

async function parse(c: Context<Env>, route: RouteContract): Promise<Parsed<RouteContract>> {
  return {
    params: check(route.params, c.req.param()),
    query: check(route.query, c.req.query()),
    body: route.body && check(route.body, await readJson(c)),
    headers: check(route.headers, c.req.header()),
  };
}

function check(schema: z.ZodObject | undefined, input: unknown): Record<string, unknown> | undefined {
  if (!schema) return undefined;
  const result = schema.safeParse(input);
  if (!result.success) throw new DomainError('invalid_request', describeIssues(result.error.issues));
  return result.data;
}

async function readJson(c: Context<Env>): Promise<unknown> {
  const type = c.req.header('content-type') ?? '';
  if (!/^application\/json\s*(;|$)/i.test(type)) {
    throw new DomainError('unsupported_media_type', 'Send the body as application/json.');
  }
  try {
    return await c.req.json();
  } catch {
    // Without the cause, which would be logged: it quotes the body, and that may hold a password.
    throw new DomainError('invalid_request', 'The body is not valid JSON.');
  }
}

function answer(c: Context<Env>, route: RouteContract, result: unknown): Response {
  const status = route.status ?? 200;
  c.header('cache-control', route.cache ? cacheControl(route.cache) : 'private, no-store');
  if (status === 204) return c.body(null, 204);
  if (!route.paged) return c.json(result as object, status);
  const page = result as Page<unknown>;
  c.header('x-total-count', String(page.total));
  if (page.next) c.header('link', `<${nextPage(c, page.next)}>; rel="next"`);
  return c.json(page.items, status);
}

/** Browsers ask again at once (RFC 9111 §5.2.2.10: `s-maxage` is for shared caches), the CDN answers them. */
const cacheControl = ({ freshS, staleWhileRevalidateS }: CacheFor): string =>
  `public, max-age=0, s-maxage=${freshS}, stale-while-revalidate=${staleWhileRevalidateS}`;

/** RFC 8288: a reference relative to the request, so that it is right behind any host. */
function nextPage(c: Context<Env>, cursor: string): string {
  const url = new URL(c.req.url);
  url.searchParams.set('cursor', cursor);
  return url.pathname + url.search;
}
