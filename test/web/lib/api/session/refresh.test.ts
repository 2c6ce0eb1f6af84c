import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { call } from '#web/lib/api/api.ts';
import { endSession, beforeSessionEnds } from '#web/lib/api/session/log-out.ts';
import { keepFresh } from '#web/lib/api/session/keep-fresh.ts';
import { readToken, signIn, signOut } from '#web/lib/api/session/session.ts';
import { stubBrowser } from '../../../support/browser.ts';

const json = (status: number, body: unknown) => new Response(JSON.stringify(body), { status });
const refused = () => json(401, { code: 'unauthenticated', detail: 'Ended', request_id: 'r' });
const session = (token: string) => json(200, { token, user: { id: '1', username: 'otto' } });

/** What the API answers, by address. */
const answers = new Map<string, (token: string | null) => Response | Promise<Response>>();
const asked: string[] = [];
let browser: ReturnType<typeof stubBrowser>;

beforeEach(() => {
  asked.length = 0;
  answers.clear();
  browser = stubBrowser('/browse');
  browser.storage.setItem('currentUser', '{"username":"otto"}');
  browser.storage.setItem('token', 'stale');
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    asked.push(url);
    const authorization = new Headers(init.headers).get('authorization');
    return answers.get(url)?.(authorization?.replace('Bearer ', '') ?? null) ?? json(500, {});
  });
  answers.set('/api/follows', (token) =>
    token === 'next' ? json(200, { followedChannels: [] }) : refused(),
  );
  answers.set('/api/auth/refresh', () => session('next'));
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => error,
  );

describe('an expired token', () => {
  it('is refreshed and the request repeated', async () => {
    expect(await call('GET /follows')).toEqual({ followedChannels: [] });
    expect(asked).toEqual(['/api/follows', '/api/auth/refresh', '/api/follows']);
    expect(readToken()).toBe('next');
    expect(browser.assign).not.toHaveBeenCalled();
  });

  it('is refreshed once for all requests', async () => {
    await Promise.all([call('GET /follows'), call('GET /follows'), call('GET /follows')]);
    expect(asked.filter((url) => url === '/api/auth/refresh')).toHaveLength(1);
  });

  it('that another tab refreshed is not refreshed again', async () => {
    answers.set('/api/follows', (token) => {
      if (token === 'next') return json(200, { followedChannels: [] });
      browser.storage.setItem('token', 'next');
      return refused();
    });
    await call('GET /follows');
    expect(asked).toEqual(['/api/follows', '/api/follows']);
  });

  it('ends the session when the server ended it', async () => {
    answers.set('/api/auth/refresh', refused);
    expect(await failureOf(call('GET /follows'))).toMatchObject({ code: 'unauthenticated' });
    expect(browser.storage.length).toBe(0);
    expect(browser.assign).toHaveBeenCalledExactlyOnceWith('/login');
  });

  it('ends the session when the next token is refused too', async () => {
    answers.set('/api/follows', refused);
    expect(await failureOf(call('GET /follows'))).toMatchObject({ code: 'unauthenticated' });
    expect(asked).toEqual(['/api/follows', '/api/auth/refresh', '/api/follows']);
    expect(browser.storage.length).toBe(0);
  });

  it.each([
    ['no answer comes', () => Promise.reject(new TypeError('Failed to fetch')), 'network'],
    [
      'the server is in trouble',
      () => json(503, { code: 'unavailable', detail: '', request_id: '' }),
      'unavailable',
    ],
  ])('keeps the session when %s', async (_, answer, code) => {
    answers.set('/api/auth/refresh', answer);
    expect(await failureOf(call('GET /follows'))).toMatchObject({ code });
    expect(readToken()).toBe('stale');
    expect(browser.assign).not.toHaveBeenCalled();
  });

  it('does not move a user who logged out meanwhile', async () => {
    answers.set('/api/auth/refresh', () => {
      signOut();
      return refused();
    });
    expect(await failureOf(call('GET /follows'))).toMatchObject({ code: 'unauthenticated' });
    expect(browser.assign).not.toHaveBeenCalled();
  });

  it('does not log in a user who logged out meanwhile', async () => {
    answers.set('/api/auth/refresh', () => {
      signOut();
      return session('next');
    });
    expect(await failureOf(call('GET /follows'))).toMatchObject({ code: 'unauthenticated' });
    expect(browser.storage.length).toBe(0);
  });
});

const tokenUntil = (exp: number) => `h.${btoa(JSON.stringify({ iat: exp - 900, exp }))}.s`;

describe('a token that has expired by the page’s clock', () => {
  beforeEach(() => browser.storage.setItem('token', tokenUntil(Date.now() / 1000 - 1)));

  it('is refreshed before the request, and one that a wrong clock calls expired is not', async () => {
    const early = tokenUntil(Date.now() / 1000 - 1);
    answers.set('/api/auth/refresh', () => session(early));
    answers.set('/api/follows', () => json(200, { followedChannels: [] }));
    await call('GET /follows');
    await call('GET /follows');
    expect(asked).toEqual(['/api/auth/refresh', '/api/follows', '/api/follows']);
  });
});

describe('a request that must not fail on an expired token', () => {
  it('gets a new one a minute before', async () => {
    vi.useFakeTimers({ now: 0 });
    browser.storage.setItem('token', tokenUntil(900));
    const stop = keepFresh();
    await vi.advanceTimersByTimeAsync(839_000);
    expect(asked).toEqual([]);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(asked).toEqual(['/api/auth/refresh']);
    stop();
  });

  it('repeats a failed refresh, but not after the session ended', async () => {
    vi.useFakeTimers({ now: 0 });
    browser.storage.setItem('token', tokenUntil(30));
    answers.set('/api/auth/refresh', () => Promise.reject(new TypeError('Failed to fetch')));
    const stop = keepFresh();
    await vi.advanceTimersByTimeAsync(50_000);
    const tries = asked.length;
    expect(tries).toBeGreaterThan(1);
    stop();
    await vi.advanceTimersByTimeAsync(50_000);
    expect(asked).toHaveLength(tries);
  });
});

describe('the log-out', () => {
  beforeEach(() => signOut());

  it('does not end the session of a log-in that follows at once', async () => {
    const { promise: word, resolve: settle } = Promise.withResolvers<void>();
    beforeSessionEnds(word);
    const ended = endSession();
    signIn({ user: { id: '2', username: 'anna' }, token: 'other' } as Parameters<typeof signIn>[0]);
    settle();
    await ended;
    expect(asked).not.toContain('/api/auth/logout');
  });

  it('is sent after the last requests', async () => {
    answers.set('/api/auth/logout', () => new Response(null, { status: 204 }));
    const { promise: word, resolve: say } = Promise.withResolvers<void>();
    beforeSessionEnds(word);
    const over = endSession();
    await Promise.resolve();
    expect(asked).toEqual([]);
    say();
    await over;
    expect(asked).toEqual(['/api/auth/logout']);
  });

  it('is sent at once when the page unloads', async () => {
    answers.set('/api/auth/logout', () => new Response(null, { status: 204 }));
    beforeSessionEnds(new Promise(() => {}));
    const over = endSession();
    browser.window.dispatchEvent(new Event('pagehide'));
    await over;
    expect(asked).toEqual(['/api/auth/logout']);
  });
});

it('requests at once with an expired token wait for one renewal, and none is refused', async () => {
  // Later than the renewals of the tests above.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 });
  browser.storage.setItem('token', tokenUntil(Date.now() / 1000 - 60));
  const found = await Promise.all([1, 2, 3].map(() => call('GET /follows')));
  expect(found).toHaveLength(3);
  expect(asked.toSorted()).toEqual(['/api/auth/refresh', '/api/follows', '/api/follows', '/api/follows']);
});
