import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { failureOf } from '#web/features/player/engine/video-watch.ts';

const FAILURE = { kind: 'network', watched: 'live', engine: 'mse' } as const;

/** A page that is opened while `random` is drawn. */
async function aPage({ random = 0, onLine = true } = {}) {
  vi.resetModules();
  vi.spyOn(Math, 'random').mockReturnValue(random);
  const fetch = vi.fn((_url: string, _init: RequestInit) => Promise.resolve(new Response()));
  vi.stubGlobal('fetch', fetch);
  vi.stubGlobal('navigator', { onLine });
  const { reportFailure } = await import('#web/features/player/report-failure.ts');
  return { fetch, reportFailure };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('a page with a playback failure', () => {
  it('reports it once, without a cookie', async () => {
    const { fetch, reportFailure } = await aPage();
    for (let n = 0; n < 3; n++) reportFailure(FAILURE);
    await vi.runAllTimersAsync();
    expect(fetch).toHaveBeenCalledTimes(1);
    const [url, init] = fetch.mock.calls[0]!;
    expect(url).toBe('/api/playback/failures');
    expect(init).toMatchObject({ method: 'POST', credentials: 'omit', body: JSON.stringify(FAILURE) });
  });

  it('reports the next one after a while', async () => {
    const { fetch, reportFailure } = await aPage();
    reportFailure(FAILURE);
    await vi.advanceTimersByTimeAsync(11 * 60_000);
    reportFailure(FAILURE);
    await vi.runAllTimersAsync();
    expect(fetch).toHaveBeenCalledTimes(2);
  });

  it.each([
    ['is not one of the few that report', { random: 0.1 }],
    ['has no network', { onLine: false }],
  ])('reports nothing when it %s', async (_why, page) => {
    const { fetch, reportFailure } = await aPage(page);
    reportFailure(FAILURE);
    await vi.runAllTimersAsync();
    expect(fetch).not.toHaveBeenCalled();
  });
});

describe('the failure', () => {
  const video = (code?: number) => ({ error: code === undefined ? null : { code } }) as HTMLMediaElement;

  it.each([
    [2, 'network'],
    [3, 'decode'],
    [4, 'media'],
    [undefined, 'media'],
  ] as const)('has code %s: %s', (code, kind) => {
    expect(failureOf(video(code), 'media')).toBe(kind);
  });
});
