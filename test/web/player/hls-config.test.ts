import type { LoadPolicy } from 'hls.js';
import { describe, expect, it } from 'vitest';
import { farBehindS, liveDelayS, liveHlsConfig } from '../../../web/src/features/player/engine/hls-config.ts';

const retriesOf =
  (policy: LoadPolicy | undefined) =>
  (code: number, count = 0) => {
    const retry = policy?.default.errorRetry;
    return retry?.shouldRetry?.(retry, count, false, { url: '', code }, false);
  };

describe('the live settings of hls.js', () => {
  it.each([1, 2])('stay three seconds behind segments of %s s', (segmentS) => {
    expect(liveHlsConfig({ segmentS }).liveSyncDuration).toBe(3);
  });

  it.each([1, 2, 4, 6, 10])(
    'keep a whole segment of %s s in the buffer while the next is made',
    (segmentS) => {
      expect(liveDelayS({ segmentS })).toBeGreaterThan(segmentS);
      expect(liveDelayS({ segmentS, isCamera: true })).toBeGreaterThan(segmentS + 1);
    },
  );

  it.each([1, 2, 4, 10])('catch up before they jump, with segments of %s s', (segmentS) => {
    const { liveSyncDuration = 0, liveMaxLatencyDuration = 0 } = liveHlsConfig({ segmentS });
    // Within one segment of the delay hls.js catches up by speed alone.
    expect(liveMaxLatencyDuration).toBeGreaterThan(liveSyncDuration + segmentS / 2);
  });

  it('give up at once on a playlist that does not exist, and retry a network that fails', () => {
    const retries = retriesOf(liveHlsConfig({ segmentS: 2 }).playlistLoadPolicy);
    expect([404, 403, 410].map((code) => retries(code))).toEqual([false, false, false]);
    expect([0, 429, 500, 503].map((code) => retries(code))).toEqual([true, true, true, true]);
    expect(retries(503, 6)).toBe(false);
  });
});

describe('the settings for a broadcast from the camera', () => {
  const config = liveHlsConfig({ segmentS: 2, isCamera: true });

  it('stay 4.5 seconds behind segments of 2 s, catch up at 1.1 times the speed, and jump from 13.5 on', () => {
    expect([config.liveSyncDuration, config.maxLiveSyncPlaybackRate, config.liveMaxLatencyDuration]).toEqual([
      4.5, 1.1, 13.5,
    ]);
    expect(farBehindS(10)).toBeGreaterThan(10 + 8);
  });

  it('wait for a site that starts anew for more than half a minute', () => {
    for (const policy of [config.playlistLoadPolicy, config.fragLoadPolicy]) {
      const { retryDelayMs = 0, maxRetryDelayMs = 0, maxNumRetry = 0 } = policy?.default.errorRetry ?? {};
      const delays = Array.from({ length: maxNumRetry }, (_, n) =>
        Math.min(maxRetryDelayMs, retryDelayMs * 2 ** n),
      );
      expect(delays.reduce((sum, delayMs) => sum + delayMs, 0)).toBeGreaterThan(35_000);
    }
  });

  it('ask again for a segment that is not there yet, but not for a playlist that is gone', () => {
    expect(retriesOf(config.fragLoadPolicy)(404)).toBe(true);
    expect(retriesOf(config.fragLoadPolicy)(403)).toBe(false);
    expect(retriesOf(config.playlistLoadPolicy)(404)).toBe(false);
  });
});
