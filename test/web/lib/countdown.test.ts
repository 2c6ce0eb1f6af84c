import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { countdown } from '#web/features/chat/writing/slow-mode.tsx';

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => void vi.useRealTimers());

it('counts whole seconds and reports the end', () => {
  const { leftS, subscribe } = countdown(Date.now() + 2500);
  const seen = [leftS()];
  subscribe(() => seen.at(-1) !== leftS() && seen.push(leftS()));
  vi.advanceTimersByTime(2600);
  expect(seen).toEqual([3, 2, 1, 0]);
  expect(vi.getTimerCount()).toBe(0);
});

it('reads no clock when it is over or unsubscribed', () => {
  countdown(Date.now()).subscribe(() => undefined);
  countdown(Date.now() + 60_000).subscribe(() => undefined)();
  expect(vi.getTimerCount()).toBe(0);
});
