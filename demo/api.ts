/** A client of the public API, typed by the contract, as anyone could write it. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Contract, RouteName } from '#shared/contract.ts';
import type { ErrorCode } from '#shared/base/errors.ts';
import type { AnswerOf, Sent } from '#shared/base/route.ts';
import { sessionFrom, renew, type Bearer } from './bearer.ts';
import type { Session } from '#shared/people/auth.ts';
import { requestUrl } from '#web/lib/api/api-url.ts';

/** The parts of a route's request. */
type Request<N extends RouteName> = {
  readonly [K in keyof Sent<Contract[N]> as Sent<Contract[N]>[K] extends undefined ? never : K]: Sent<
    Contract[N]
  >[K];
};

export interface Api {
  /**
   * Calls a route and returns the response body. On 429 and 503, waits as requested and retries a few times. Throws
   * `ApiFailure`, or an error with a message for people if no site responds.
   */
  call<N extends RouteName>(name: N, request: Request<N>): Promise<AnswerOf<Contract[N]>>;
  /** Signs up, or logs in if the account already exists with the same password. Throws as `call` does. */
  signUp(body: Sent<Contract['POST /auth/signup']>['body']): Promise<Bearer & Pick<Session, 'user'>>;
  /** Returns the API for a signed-in user, whose session is renewed. */
  as(bearer: Bearer): Api;
}

/** An error response of the API. */
export class ApiFailure extends Error {
  readonly status: number;
  readonly code: ErrorCode | undefined;

  constructor(name: string, status: number, code: ErrorCode | undefined, detail: string) {
    super(`${name} answered ${status}: ${detail}`);
    this.status = status;
    this.code = code;
  }
}

const ATTEMPTS = 6;
const MAX_WAIT_S = 30;

interface Parts {
  readonly params?: Record<string, unknown>;
  readonly query?: Record<string, unknown>;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string | undefined>>;
}

/** `signal` aborts every call in progress. */
export function createApi(siteUrl: string, signal: AbortSignal, bearer?: Bearer): Api {
  const answerOf = async (name: RouteName, request: Parts): Promise<Response> => {
    const response = await sendPatiently(() => sendRenewed(siteUrl, signal, bearer, name, request), signal);
    if (!response.ok) throw await failureOf(name, response);
    return response;
  };
  return {
    call: async (name, request) => {
      const response = await answerOf(name, request);
      return (response.status === 204 ? undefined : await response.json()) as AnswerOf<Contract[typeof name]>;
    },
    signUp: async (body) => sessionFrom(await answerOf('POST /auth/signup', { body })),
    as: (newBearer) => createApi(siteUrl, signal, newBearer),
  };
}

/** Retries with a new token if the old one has expired. */
async function sendRenewed(
  siteUrl: string,
  signal: AbortSignal,
  bearer: Bearer | undefined,
  name: string,
  parts: Parts,
): Promise<Response> {
  const token = bearer?.token;
  const response = await send(siteUrl, signal, token, name, parts);
  if (response.status !== 401 || !bearer || !token || !(await renew(bearer, token, siteUrl))) return response;
  await response.body?.cancel();
  return send(siteUrl, signal, bearer.token, name, parts);
}

function send(siteUrl: string, signal: AbortSignal, token: string | undefined, name: string, parts: Parts) {
  const { params, query, body } = parts;
  const { method, url } = requestUrl(name, params, query);
  const headers = new Headers();
  for (const [key, value] of Object.entries(parts.headers ?? {})) if (value) headers.set(key, value);
  if (token) headers.set('Authorization', `Bearer ${token}`);
  if (body !== undefined) headers.set('Content-Type', 'application/json');
  return fetch(siteUrl + url, {
    method,
    headers,
    signal,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }).catch((cause: unknown) => {
    throw signal.aborted ? cause : new Error(`${siteUrl} does not respond`, { cause });
  });
}

/** Retries after the time in the response, as long as it contains one. */
async function sendPatiently(send: () => Promise<Response>, signal: AbortSignal): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    const response = await send();
    const isBusy = response.status === 429 || response.status === 503;
    if (!isBusy || attempt === ATTEMPTS) return response;
    await response.body?.cancel();
    const waitS = Number(response.headers.get('Retry-After') ?? attempt);
    await sleep(Math.min(waitS, MAX_WAIT_S) * 1000, undefined, { signal });
  }
}

async function failureOf(name: string, response: Response): Promise<ApiFailure> {
  const text = await response.text();
  try {
    const { code, detail } = JSON.parse(text) as { code?: ErrorCode; detail?: string };
    return new ApiFailure(name, response.status, code, detail ?? text);
  } catch {
    return new ApiFailure(name, response.status, undefined, text.slice(0, 200));
  }
}
