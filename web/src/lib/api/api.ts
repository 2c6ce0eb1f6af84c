/** The API client, typed by the contract. Imports only types, to keep schemas out of the bundle. */
import type { AnswerOf, Sent } from '#shared/base/route.ts';
import type { Contract, RouteName } from '#shared/contract.ts';
import { ApiFailure, failureOf } from './api-failure.ts';
import { nextCursor, requestUrl } from './api-url.ts';
import { claimsOf } from './session/claims.ts';
import { goToLogin } from './session/go-to-login.ts';
import { readToken, signOut } from './session/session.ts';
import { timedFetch } from './timed-fetch.ts';

export { ApiFailure, detailOr, isNotFound } from './api-failure.ts';

/** Absent if the route has none, optional if all fields are. */
type Part<K extends string, V> = [V] extends [undefined]
  ? unknown
  : object extends V
    ? { [P in K]?: V }
    : { [P in K]: V };

type CallOptions<N extends RouteName> = Part<'params', Sent<Contract[N]>['params']> &
  Part<'query', Sent<Contract[N]>['query']> &
  Part<'body', Sent<Contract[N]>['body']> &
  Part<'headers', Sent<Contract[N]>['headers']> & { signal?: AbortSignal };

type Options<N extends RouteName> =
  object extends CallOptions<N> ? [options?: CallOptions<N>] : [options: CallOptions<N>];

type PagedName = { [N in RouteName]: Contract[N] extends { paged: true } ? N : never }[RouteName];

/** `total` counts all entries; `next` is the next page's `cursor`, `null` on the last. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly total: number;
  readonly next: string | null;
}

interface Request {
  readonly params?: Record<string, unknown>;
  readonly query?: Record<string, unknown>;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
  readonly signal?: AbortSignal;
}

export async function call<N extends RouteName>(
  name: N,
  ...options: Options<N>
): Promise<AnswerOf<Contract[N]>> {
  const response = await send(name, (options[0] ?? {}) as Request);
  return bodyOf<AnswerOf<Contract[N]>>(response);
}

/** As `call`, for paged routes. */
export async function callPage<N extends PagedName>(
  name: N,
  ...options: Options<N>
): Promise<Page<AnswerOf<Contract[N]>[number]>> {
  const response = await send(name, (options[0] ?? {}) as Request);
  const items = await bodyOf<AnswerOf<Contract[N]>>(response);
  const total = Number(response.headers.get('X-Total-Count') ?? items.length);
  return { items, total, next: nextCursor(response.headers.get('Link')) };
}

async function send(name: string, request: Request): Promise<Response> {
  const { params, query, body, signal } = request;
  const { method, url } = requestUrl(name, params, query);
  const headers = new Headers({ Accept: 'application/json', ...request.headers });
  if (body !== undefined) headers.set('Content-Type', 'application/json');
  const init = {
    method,
    headers,
    // The browser would apply `stale-while-revalidate` (RFC 5861 §3), which is for the CDN. Chromium also counts that
    // background request as never finished.
    cache: 'no-store',
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  } as const;
  return authorized((token) => {
    if (token) headers.set('Authorization', `Bearer ${token}`);
    return timedFetch(url, init).catch((cause: unknown) => {
      if (signal?.aborted) throw cause;
      throw new ApiFailure({ status: 0, code: 'network', cause });
    });
  });
}

/** For the server's time. */
export let latestAnswer: readonly [Response, atMs: number] | undefined;

let renewedAtMs = -Infinity;
let renewal: Promise<string | null> | null = null;

/** The stored token, renewed if it has expired. By a wrong clock each would have, so once in a token's life. */
async function validToken(): Promise<string | null> {
  const token = readToken();
  if (token && renewal) return renewal;
  const { iat = 0, exp = Infinity } = claimsOf(token);
  const nowMs = Date.now();
  if (!token || nowMs < exp * 1000 || nowMs - renewedAtMs < (exp - iat) * 1000) return token;
  renewedAtMs = nowMs;
  renewal = renew(token).finally(() => {
    renewal = null;
  });
  return renewal;
}

async function renew(token: string): Promise<string | null> {
  const { nextToken } = await import('./session/refresh.ts');
  return nextToken(token).catch(() => token);
}

/** Sends the stored token, and retries once with a refreshed one. Throws as `call`. */
export async function authorized(request: (token: string | null) => Promise<Response>): Promise<Response> {
  let token = await validToken();
  for (let isAgain = false; ; isAgain = true) {
    const response = await request(token);
    latestAnswer = [response, Date.now()];
    if (response.ok) return response;
    const failure = await failureOf(response);
    if (failure.status !== 401 || failure.code === 'invalid_credentials') throw failure;
    const next = token && !isAgain && (await (await import('./session/refresh.ts')).nextToken(token));
    if (!next) {
      // Otherwise a log-out has already navigated.
      if (readToken() === token) {
        signOut();
        goToLogin({ ended: token !== null });
      }
      throw failure;
    }
    token = next;
  }
}

async function bodyOf<T>(response: Response): Promise<T> {
  if (response.status === 204) return undefined as T;
  try {
    return (await response.json()) as T;
  } catch (cause) {
    // The rest of an answer may also fail to come.
    if (cause instanceof DOMException) throw new ApiFailure({ status: 0, code: 'network', cause });
    throw new ApiFailure({ status: response.status, code: 'unreadable', cause });
  }
}

export const byCursor = {
  initialPageParam: null as string | null,
  getNextPageParam: ({ next }: Page<unknown>) => next,
};

/** The unique entries of all pages, because a changing list may repeat one. */
export function itemsOf<T extends { readonly id: string }>(pages: readonly Page<T>[]): readonly T[] {
  const byId = new Map(pages.flatMap(({ items }) => items.map((item) => [item.id, item] as const)));
  return [...byId.values()];
}
