import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiFailure, call, callPage, detailOr } from '#web/lib/api/api.ts';
import { moveBy } from '#web/lib/api/session/go-to-login.ts';
import { stubBrowser } from '../../support/browser.ts';

const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers });
const apiError = (status: number, code: string, detail = 'In words') =>
  json(status, { code, detail, request_id: 'request-1' });

const fetch = vi.fn<typeof globalThis.fetch>();
let browser: ReturnType<typeof stubBrowser>;

function open(path: string): void {
  browser = stubBrowser(path);
  vi.stubGlobal('fetch', fetch);
  browser.storage.setItem('currentUser', '{"username":"otto"}');
  browser.storage.setItem('token', 'token-1');
}

/** What the last request was: its method, address, headers and body. */
function sent() {
  const [url, init] = fetch.mock.lastCall ?? [];
  return { url, method: init?.method, headers: new Headers(init?.headers), body: init?.body };
}

const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => error,
  );

beforeEach(() => {
  fetch.mockReset();
  open('/browse');
});
afterEach(() => vi.unstubAllGlobals());

describe('a request', () => {
  // spec: 7.1
  it('has its path under /api with escaped parameters', async () => {
    fetch.mockResolvedValue(json(200, {}));
    await call('GET /streamers/{username}', { params: { username: 'a/b ?' } });
    expect(sent()).toMatchObject({ method: 'GET', url: '/api/streamers/a%2Fb%20%3F', body: undefined });
  });

  it('carries the token when there is one', async () => {
    fetch.mockImplementation(async () => json(200, []));
    await call('GET /categories');
    expect(sent().headers.get('Authorization')).toBe('Bearer token-1');
    browser.storage.removeItem('token');
    await call('GET /categories');
    expect(sent().headers.has('Authorization')).toBe(false);
  });

  // spec: 7.1
  it('has a JSON body', async () => {
    fetch.mockResolvedValue(json(200, {}));
    await call('POST /streaming/start', {
      body: { title: 'Night breeze', game: 'Box Fans', tags: ['asmr'] },
    });
    expect(sent().headers.get('Content-Type')).toBe('application/json');
    expect(JSON.parse(String(sent().body))).toEqual({
      title: 'Night breeze',
      game: 'Box Fans',
      tags: ['asmr'],
    });
  });

  it('returns undefined for a 204', async () => {
    fetch.mockResolvedValue(new Response(null, { status: 204 }));
    expect(await call('POST /auth/forgot-password', { body: { username: 'otto' } })).toBeUndefined();
  });
});

describe('a list page', () => {
  const next = '</api/streamers?live=true&cursor=abc%2F1>; rel="next"';

  it('has items, total and the next cursor', async () => {
    fetch.mockResolvedValue(json(200, [{ id: '1' }], { 'X-Total-Count': '120', Link: next }));
    const page = await callPage('GET /streamers', { query: { live: 'true', limit: 1 } });
    expect(page).toEqual({ items: [{ id: '1' }], total: 120, next: 'abc/1' });
    expect(sent().url).toBe('/api/streamers?live=true&limit=1');
  });

  // spec: 7.4
  it('sends the live flag only when filtering', async () => {
    fetch.mockResolvedValue(json(200, []));
    await callPage('GET /streamers');
    expect(sent().url).toBe('/api/streamers');
  });

  it.each([
    ['no Link header', undefined],
    ['another relation', '</api/streamers?cursor=a>; rel="prev"'],
  ])('is the last one with %s', async (_, link) => {
    fetch.mockResolvedValue(json(200, [{ id: '1' }], link ? { Link: link } : {}));
    expect(await callPage('GET /streamers')).toMatchObject({ total: 1, next: null });
  });

  it('finds the next page among several links', async () => {
    const links = `</api/streamers?cursor=a>; rel="prev", ${next}`;
    fetch.mockResolvedValue(json(200, [], { Link: links }));
    expect((await callPage('GET /streamers')).next).toBe('abc/1');
  });
});

describe('a failed request', () => {
  it('has the server’s code, detail and field', async () => {
    const body = { code: 'username_taken', detail: 'That username is taken', field: 'username' };
    fetch.mockResolvedValue(json(409, { ...body, reason: 'username_taken', request_id: 'request-1' }));
    const failure = await failureOf(
      call('POST /auth/signup', { body: { username: 'otto', email: 'o@x.io', password: 'p' } }),
    );
    expect(failure).toBeInstanceOf(ApiFailure);
    expect(failure).toMatchObject({ status: 409, code: 'username_taken', field: 'username' });
    expect(detailOr(failure, 'Could not create account')).toBe('That username is taken');
  });

  it('has the code network and the fallback text when no answer comes', async () => {
    fetch.mockRejectedValue(new TypeError('Failed to fetch'));
    const failure = await failureOf(call('GET /categories'));
    expect(failure).toMatchObject({ status: 0, code: 'network' });
    expect(failure).not.toHaveProperty('detail');
    expect(detailOr(failure, 'Failed to create stream')).toBe('Failed to create stream');
  });

  it.each([
    ['a refusal that is not ours', 502],
    ['an answer that is no JSON', 200],
  ])('has the code unreadable for %s', async (_, status) => {
    fetch.mockResolvedValue(new Response('<html>', { status }));
    expect(await failureOf(call('GET /categories'))).toMatchObject({ status, code: 'unreadable' });
  });

  it('stays an abort', async () => {
    const abort = new DOMException('Aborted', 'AbortError');
    fetch.mockRejectedValue(abort);
    expect(await failureOf(call('GET /categories', { signal: AbortSignal.abort() }))).toBe(abort);
  });

  // spec: 8.2
  it('keeps the session unless it is a 401', async () => {
    fetch.mockResolvedValue(apiError(403, 'forbidden'));
    await failureOf(call('GET /categories'));
    expect(browser.storage.getItem('token')).toBe('token-1');
    expect(browser.assign).not.toHaveBeenCalled();
  });
});

describe('a 401 response (specification §8)', () => {
  // spec: 4.3
  it('removes token and user, goes to /login and reaches the caller', async () => {
    fetch.mockResolvedValue(apiError(401, 'unauthenticated'));
    const failure = await failureOf(call('GET /streaming/status'));
    expect(failure).toMatchObject({ status: 401, code: 'unauthenticated' });
    expect(browser.storage.length).toBe(0);
    expect(browser.assign).toHaveBeenCalledExactlyOnceWith('/login');
  });

  it('goes to /login once for several requests', async () => {
    fetch.mockImplementation(async () => apiError(401, 'unauthenticated'));
    await Promise.all([failureOf(call('GET /auth/me')), failureOf(call('GET /streaming/status'))]);
    expect(browser.assign).toHaveBeenCalledTimes(1);
  });

  it('on /login does not navigate, and keeps its text for the toast', async () => {
    open('/login');
    fetch.mockResolvedValue(apiError(401, 'invalid_credentials', 'Wrong password'));
    const failure = await failureOf(call('POST /auth/login', { body: { username: 'otto', password: 'x' } }));
    expect(browser.assign).not.toHaveBeenCalled();
    expect(detailOr(failure, 'Invalid username or password')).toBe('Wrong password');
  });

  it('for a refused password ends no session', async () => {
    open('/forgot-password');
    fetch.mockResolvedValue(apiError(401, 'invalid_credentials', 'The code is wrong'));
    const body = { username: 'otto', code: '123456', password: 'x' };
    const failure = await failureOf(call('POST /auth/reset-password', { body }));
    expect(detailOr(failure, '')).toBe('The code is wrong');
    expect(browser.storage.getItem('token')).toBe('token-1');
    expect(browser.assign).not.toHaveBeenCalled();
  });

  it('navigates by the router, with reason and origin', async () => {
    const navigate = vi.fn<Parameters<typeof moveBy>[0]>();
    const stop = moveBy(navigate);
    browser.window.location.search = '?q=fan';
    fetch.mockResolvedValue(apiError(401, 'unauthenticated'));
    await failureOf(call('GET /streaming/status'));
    stop();
    expect(navigate).toHaveBeenCalledExactlyOnceWith('/login', { from: '/browse?q=fan', ended: true });
    expect(browser.assign).not.toHaveBeenCalled();
  });

  it('without a session ends none, and says so', async () => {
    const navigate = vi.fn<Parameters<typeof moveBy>[0]>();
    const stop = moveBy(navigate);
    browser.storage.removeItem('token');
    fetch.mockResolvedValue(apiError(401, 'unauthenticated'));
    await failureOf(call('GET /auth/me'));
    stop();
    expect(navigate).toHaveBeenCalledExactlyOnceWith('/login', { from: '/browse', ended: false });
  });
});
