import { describe, expect, it } from 'vitest';
import { liveDelayS, liveHlsConfig } from '../../web/src/features/player/hls-config.ts';

describe('the live settings of hls.js', () => {
  it.each([1, 2])('stay three seconds behind segments of %s s', (segmentS) => {
    expect(liveHlsConfig(segmentS).liveSyncDuration).toBe(3);
  });

  it.each([1, 2, 4, 6, 10])(
    'keep a whole segment of %s s in the buffer while the next is made',
    (segmentS) => {
      expect(liveDelayS(segmentS)).toBeGreaterThan(segmentS);
    },
  );

  it.each([1, 2, 4, 10])('catch up before they jump, with segments of %s s', (segmentS) => {
    const { liveSyncDuration = 0, liveMaxLatencyDuration = 0 } = liveHlsConfig(segmentS);
    // Within one segment of the delay hls.js catches up by speed alone.
    expect(liveMaxLatencyDuration).toBeGreaterThan(liveSyncDuration + segmentS / 2);
  });

  it('give up at once on a playlist that does not exist, and retry a network that fails', () => {
    const retry = liveHlsConfig(2).playlistLoadPolicy?.default.errorRetry;
    const retries = (code: number, count = 0) =>
      retry?.shouldRetry?.(retry, count, false, { url: '', code }, false);
    expect([404, 403, 410].map((code) => retries(code))).toEqual([false, false, false]);
    expect([0, 429, 500, 503].map((code) => retries(code))).toEqual([true, true, true, true]);
    expect(retries(503, 6)).toBe(false);
  });
});
