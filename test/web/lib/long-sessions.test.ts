/** What must not grow in a page that is open for hours. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { latestEvents, MAX_CHANNELS } from '#web/app/following/live-list.ts';
import { presenceReporter } from '#web/features/presence/presence.reporter.ts';
import { setBounded } from '#shared/plain/bounded.ts';
import { keepListening } from '#web/lib/realtime/topics.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** How many listeners were added to signals and not removed. Others, of earlier files in this worker, do not count. */
function countListeners(): () => number {
  let added: (readonly [AbortSignal, unknown])[] = [];
  const { addEventListener, removeEventListener } = AbortSignal.prototype;
  vi.spyOn(AbortSignal.prototype, 'addEventListener').mockImplementation(function (
    this: AbortSignal,
    ...args
  ) {
    added.push([this, args[1]]);
    return addEventListener.apply(this, args);
  });
  vi.spyOn(AbortSignal.prototype, 'removeEventListener').mockImplementation(function (
    this: AbortSignal,
    ...args
  ) {
    added = added.filter(([signal, listener]) => signal !== this || listener !== args[1]);
    return removeEventListener.apply(this, args);
  });
  return () => added.length;
}

it('a page that reports its viewer for four hours adds no listeners', async () => {
  const listeners = countListeners();
  const report = vi.fn(async () => ({ report_after_ms: 30_000, report_probability: 1 }));
  const reporter = presenceReporter(report, 1000);
  reporter.watch();
  await vi.advanceTimersByTimeAsync(4 * 60 * 60_000);
  expect(report.mock.calls.length).toBeGreaterThan(400);
  expect(listeners()).toBeLessThan(3);
  reporter.pause();
  const reported = report.mock.calls.length;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(report.mock.calls.length).toBe(reported);
});

it('a socket that breaks again and again leaves no listeners', async () => {
  const listeners = countListeners();
  let opened = 0;
  const open = async ({ onBroken }: { readonly onBroken: () => void }) => {
    opened += 1;
    setTimeout(onBroken, 1000);
    return () => {};
  };
  const leave = keepListening(open, { onEvent: () => {}, onChange: () => {} });
  await vi.advanceTimersByTimeAsync(60 * 60_000);
  expect(opened).toBeGreaterThan(100);
  expect(listeners()).toBeLessThan(6);
  leave();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(listeners()).toBe(0);
});

it('a bounded map keeps what was set last', () => {
  const map = new Map<number, string>();
  for (let key = 0; key < 1000; key += 1) setBounded(map, key, 'x', 100);
  setBounded(map, 900, 'again', 100);
  expect([map.size, map.has(899), [...map.keys()].at(-1)]).toEqual([100, false, 900]);
});

it('a page keeps the events of a limited number of channels', () => {
  const latest = latestEvents(() => 0);
  const events = Array.from(
    { length: MAX_CHANNELS + 1 },
    (_, at) => ({ type: 'offline', id: `channel ${at}`, version: 1 }) as const,
  );
  expect(latest.add(events)).toEqual(events);
  expect(latest.recent()).toEqual(events.slice(1));
});
