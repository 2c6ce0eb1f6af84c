import { globSync, readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { followChat, POLL_MS } from '#web/features/chat/feed/chat-feed.ts';
import { loadMessages } from '#web/features/chat/feed/use-chat.ts';
import { call } from '#web/lib/api/api.ts';
import { ANSWER_MAX_MS, timedFetch } from '#web/lib/api/timed-fetch.ts';
import { stubBrowser } from '../../support/browser.ts';

const fetch = vi.fn<typeof globalThis.fetch>();

/** As a browser after a sleep: only an abort ends it. */
const hang: typeof globalThis.fetch = (_, init) =>
  new Promise((_resolve, reject) => {
    init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
  });

beforeEach(() => {
  vi.useFakeTimers();
  stubBrowser('/browse');
  vi.stubGlobal('fetch', fetch);
  fetch.mockReset();
  vi.spyOn(console, 'error').mockImplementation(() => {});
  // Fake timers do not move the browser's own.
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const late = new AbortController();
    setTimeout(() => late.abort(new DOMException('late', 'TimeoutError')), ms);
    return late.signal;
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it('a call that is never answered fails as a network does', async () => {
  fetch.mockImplementation(hang);
  const failed = call('GET /categories').catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(ANSWER_MAX_MS);
  expect(await failed).toMatchObject({ status: 0, code: 'network' });
});

it('an answer whose body never ends fails as a network does', async () => {
  fetch.mockImplementation(async (_, init) => {
    const body = new ReadableStream({
      start: (stream) => init?.signal?.addEventListener('abort', () => stream.error(init.signal?.reason)),
    });
    return new Response(body, { status: 200 });
  });
  const failed = call('GET /categories').catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(ANSWER_MAX_MS);
  expect(await failed).toMatchObject({ status: 0, code: 'network' });
});

it('a caller’s own abort stays one', async () => {
  fetch.mockImplementation(hang);
  const over = new AbortController();
  const failed = call('GET /categories', { signal: over.signal }).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(0);
  over.abort(new Error('The page has changed'));
  expect(await failed).toMatchObject({ message: 'The page has changed' });
});

it('a chat is polled again after a request that hung', async () => {
  fetch.mockImplementation(hang);
  const loaded = vi.fn<(event: { type: string }) => void>();
  const stop = followChat(
    {
      load: (signal) => loadMessages('01CHANNEL', { signal }),
      listen: () => () => {},
      isVisible: () => true,
      onVisible: () => () => {},
    },
    loaded,
  );
  await vi.advanceTimersByTimeAsync(ANSWER_MAX_MS / 2);
  fetch.mockImplementation(async () => new Response('[]', { status: 200 }));
  await vi.advanceTimersByTimeAsync(ANSWER_MAX_MS / 2 + POLL_MS);
  expect(loaded.mock.calls.map(([{ type }]) => type)).toContain('caught-up');
  stop();
});

it('takes another limit', async () => {
  fetch.mockImplementation(hang);
  const failed = timedFetch('/', {}, 100).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(100);
  expect(await failed).toMatchObject({ name: 'TimeoutError' });
});

it('no code of the web application fetches without a limit', () => {
  const files = globSync(['web/src/**/*.{ts,tsx}', 'web/public/*.js']);
  expect(files.length).toBeGreaterThan(100);
  const unlimited = files.filter((file) => {
    const source = readFileSync(file, 'utf8');
    return /(?<![.\w])fetch\([^)]/.test(source) && !source.includes('AbortSignal.timeout(');
  });
  expect(unlimited).toEqual([]);
});
