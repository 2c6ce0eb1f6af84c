import { afterEach, expect, it, vi } from 'vitest';
import { authorized } from '#web/lib/api/api.ts';
import { serverTime } from '#web/lib/server-clock.ts';
import { stubBrowser } from '../support/browser.ts';

const NOW_MS = Date.UTC(2026, 10, 20, 10);
const HOUR_MS = 60 * 60_000;

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it.each([
  ['three hours ahead', 3 * HOUR_MS, {}, NOW_MS],
  ['three hours behind', -3 * HOUR_MS, {}, NOW_MS],
  ['right', 20_000, {}, NOW_MS + 20_000],
  ['right, and an answer is cached', 0, { Age: '600' }, NOW_MS],
])('the server’s time where the clock is %s', async (_, aheadMs, headers, time) => {
  stubBrowser('/');
  vi.useFakeTimers({ toFake: ['Date'], now: NOW_MS + aheadMs });
  const sentMs = NOW_MS - Number('Age' in headers ? headers.Age : 0) * 1000;
  const answer = new Response('[]', { headers: { Date: new Date(sentMs).toUTCString(), ...headers } });
  await authorized(async () => answer);
  expect(serverTime(Date.now())).toBe(time);
});

it('the device’s time where an answer has none', async () => {
  stubBrowser('/');
  await authorized(async () => new Response('[]'));
  expect(serverTime(NOW_MS)).toBe(NOW_MS);
});
