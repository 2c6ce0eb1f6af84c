import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { anySignal } from '#web/lib/async/any-signal.ts';
import { browserPatience, createPatience } from '#web/lib/api/patience/patience.ts';
import { stubBrowser } from '../../support/browser.ts';

let browser: ReturnType<typeof stubBrowser>;
beforeEach(() => {
  vi.useFakeTimers();
  browser = stubBrowser();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it.each(['sleep', 'untilOnline'] as const)('%s ends at once where it is cancelled already', async (wait) => {
  const cancelled = AbortSignal.abort(new Error('cancelled'));
  const waited =
    wait === 'sleep' ? browserPatience.sleep(60_000, cancelled) : browserPatience.untilOnline(cancelled);
  await expect(waited).rejects.toThrow('cancelled');
  expect(vi.getTimerCount()).toBe(0);
});

it('waiting for the network ends with it, or after a while, because some systems do not report it', async () => {
  const { signal } = new AbortController();
  const reported = browserPatience.untilOnline(signal);
  browser.window.dispatchEvent(new Event('online'));
  await reported;
  const unreported = browserPatience.untilOnline(signal);
  await vi.advanceTimersByTimeAsync(60_000);
  await unreported;
  expect(vi.getTimerCount()).toBe(0);
});

it('a run that is cancelled between two waits ends', async () => {
  const run = new AbortController();
  const ports = {
    ...browserPatience,
    isOnline: () => false,
    sleep: async () => run.abort(new Error('cancelled')),
  };
  const { waitAfter } = createPatience(ports, run.signal);
  await expect(waitAfter(new Error('offline'), 1)).rejects.toThrow('cancelled');
});

it('either of two signals aborts, and no listener stays', () => {
  const [one, other] = [new AbortController(), new AbortController()];
  const removed = vi.spyOn(other.signal, 'removeEventListener');
  const either = anySignal([one.signal, other.signal]);
  expect(either.aborted).toBe(false);
  one.abort('first');
  expect(either.reason).toBe('first');
  expect(removed).toHaveBeenCalled();
  expect(anySignal([other.signal, one.signal]).reason).toBe('first');
});
