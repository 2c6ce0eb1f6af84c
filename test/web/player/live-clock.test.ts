import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { liveClock } from '#web/lib/media/live-clock.ts';
import type { LiveSteering } from '#web/lib/player-stage.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A stream that plays five seconds behind this clock. */
function playing() {
  const reads = vi.fn(() => 5);
  const live = {
    behindS: reads,
    playingDate: () => new Date(Date.now() - 5000),
    rewind: { earliestMs: () => 0, liveMs: Date.now },
  } as unknown as LiveSteering;
  return { live, reads };
}

it('reads the position once for all listeners', () => {
  const { live, reads } = playing();
  const listeners = [vi.fn<() => void>(), vi.fn<() => void>(), vi.fn<() => void>()];
  const ends = listeners.map((listener) => liveClock(live).subscribe(listener));
  expect(vi.getTimerCount()).toBe(1);
  vi.advanceTimersByTime(1000);
  expect(reads).toHaveBeenCalledTimes(2);
  for (const listener of listeners) expect(listener).toHaveBeenCalledTimes(2);
  const nowMs = Date.now();
  expect(liveClock(live).position()).toEqual({
    behindS: 5,
    playingMs: nowMs - 5000,
    range: { earliestMs: 0, liveMs: nowMs },
  });
  for (const end of ends) end();
  expect(vi.getTimerCount()).toBe(0);
});

it('keeps one object until the next reading', () => {
  const { live } = playing();
  const { position, refresh, subscribe } = liveClock(live);
  const end = subscribe(() => {});
  const first = position();
  vi.advanceTimersByTime(100);
  expect(position()).toBe(first);
  refresh();
  expect(position()).not.toBe(first);
  end();
});
