import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { backOffMs, inTime, sleep, until } from '#web/lib/wait.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const REASON = new Error('Left');
const outcomeOf = (wait: Promise<unknown>) =>
  wait.then(
    (value) => ['done', value],
    (error: unknown) => ['failed', error],
  );

describe('a wait', () => {
  it('does not begin after an abort', async () => {
    const begin = vi.fn(() => () => {});
    expect(await outcomeOf(until(begin, AbortSignal.abort(REASON)))).toEqual(['failed', REASON]);
    expect(begin).not.toHaveBeenCalled();
  });

  it('ends at an abort, and leaves neither timer nor listener', async () => {
    const stop = new AbortController();
    const added = vi.spyOn(stop.signal, 'addEventListener');
    const removed = vi.spyOn(stop.signal, 'removeEventListener');
    const outcome = outcomeOf(sleep(60_000, stop.signal));
    expect(vi.getTimerCount()).toBe(1);
    stop.abort(REASON);
    expect(await outcome).toEqual(['failed', REASON]);
    expect(vi.getTimerCount()).toBe(0);
    expect(removed.mock.calls.length).toBe(added.mock.calls.length);
  });

  it('throws where the abort comes after its end, before its caller goes on', async () => {
    const stop = new AbortController();
    let finish = (): void => {};
    const outcome = outcomeOf(
      until((done) => {
        finish = done;
        return () => {};
      }, stop.signal),
    );
    finish();
    stop.abort(REASON);
    expect(await outcome).toEqual(['failed', REASON]);
  });

  it('leaves no listener after its end', async () => {
    const stop = new AbortController();
    const removed = vi.spyOn(stop.signal, 'removeEventListener');
    const outcome = outcomeOf(sleep(1000, stop.signal));
    await vi.advanceTimersByTimeAsync(1000);
    expect(await outcome).toEqual(['done', undefined]);
    expect(removed).toHaveBeenCalledOnce();
  });
});

describe('work in time', () => {
  it('is passed on, and leaves no timer', async () => {
    expect(await outcomeOf(inTime(Promise.resolve(7), 1000))).toEqual(['done', 7]);
    expect(await outcomeOf(inTime(Promise.reject(REASON), 1000))).toEqual(['failed', REASON]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is given up when it takes too long', async () => {
    const outcome = outcomeOf(inTime(new Promise(() => {}), 1000));
    await vi.advanceTimersByTimeAsync(1000);
    expect(await outcome).toEqual(['failed', new Error('Not within 1000 ms')]);
  });
});

it('a back-off doubles up to its limit', () => {
  expect([0, 1, 2, 3, 4, 9].map((failures) => backOffMs(failures, 1000, 5000))).toEqual([
    1000, 1000, 2000, 4000, 5000, 5000,
  ]);
});
