import type { LoadPolicy } from 'hls.js';
import { describe, expect, it } from 'vitest';
import { farBehindS, liveDelayS, liveHlsConfig } from '#web/features/player/engine/hls-config.ts';

const retriesOf =
  (policy: LoadPolicy | undefined) =>
  (code: number, count = 0) => {
    const retry = policy?.default.errorRetry;
    return retry?.shouldRetry?.(retry, count, false, { url: '', code }, false);
  };

describe('the live settings of hls.js', () => {
  it.each([1, 2])('stay three seconds behind with segments of %s s', (segmentS) => {
    expect(liveHlsConfig({ segmentS }).liveSyncDuration).toBe(3);
  });

  it.each([1, 2, 4, 6, 10])('keep a whole segment of %s s in the buffer', (segmentS) => {
    expect(liveDelayS({ segmentS })).toBeGreaterThan(segmentS);
    expect(liveDelayS({ segmentS, isCamera: true })).toBeGreaterThan(segmentS);
  });

  it.each([2, 4, 6, 10])('add a second for the transcoding of a camera’s segment of %s s', (segmentS) => {
    expect(liveDelayS({ segmentS, isCamera: true })).toBeGreaterThan(segmentS + 1);
  });

  it.each([1, 2, 4, 10])('catch up before they jump, with segments of %s s', (segmentS) => {
    const { liveSyncDuration = 0, liveMaxLatencyDuration = 0 } = liveHlsConfig({ segmentS });
    // Within one segment of the delay hls.js catches up by speed alone.
    expect(liveMaxLatencyDuration).toBeGreaterThan(liveSyncDuration + segmentS / 2);
  });

  it('give up at once without a playlist, and retry a failing network', () => {
    const retries = retriesOf(liveHlsConfig({ segmentS: 2 }).playlistLoadPolicy);
    expect([404, 403, 410].map((code) => retries(code))).toEqual([false, false, false]);
    expect([0, 429, 500, 503].map((code) => retries(code))).toEqual([true, true, true, true]);
    expect(retries(503, 6)).toBe(false);
  });
});

describe("the settings for segments that the camera's own device made", () => {
  it('stay two segments behind the newest', () => {
    for (const segmentS of [0.5, 1])
      expect(liveHlsConfig({ segmentS, isCamera: true }).liveSyncDuration).toBe(2 * segmentS);
  });

  it('jump at a segment beyond twice the delay, where hls.js stops catching up', () => {
    const { liveMaxLatencyDuration, maxLiveSyncPlaybackRate } = liveHlsConfig({
      segmentS: 1,
      isCamera: true,
    });
    expect([liveMaxLatencyDuration, maxLiveSyncPlaybackRate]).toEqual([5, 1.1]);
    expect(farBehindS(20, { segmentS: 1, isCamera: true })).toBe(29);
  });
});

describe('the first bandwidth estimate', () => {
  const guess = (carried?: number) => liveHlsConfig({ segmentS: 1 }, carried).abrEwmaDefaultEstimate;

  it('allows the best rendition of a camera', () => {
    expect(guess()).toBeGreaterThan(3_000_000);
    expect(guess(80_000_000)).toBe(guess());
  });

  it('is the page’s own speed when that was lower', () => {
    expect(guess(1_000_000)).toBe(1_000_000);
  });
});

describe('the settings for a compatible camera broadcast', () => {
  const config = liveHlsConfig({ segmentS: 2, isCamera: true });

  it('stay 4.5 seconds behind segments of 2 s, catch up at 1.1 times the speed, and jump from 13.5 on', () => {
    expect([config.liveSyncDuration, config.maxLiveSyncPlaybackRate, config.liveMaxLatencyDuration]).toEqual([
      4.5, 1.1, 13.5,
    ]);
    expect(farBehindS(10, { segmentS: 2, isCamera: true })).toBeGreaterThan(10 + 8);
  });

  it('retry for over half a minute while the site restarts', () => {
    for (const policy of [config.playlistLoadPolicy, config.fragLoadPolicy]) {
      const { retryDelayMs = 0, maxRetryDelayMs = 0, maxNumRetry = 0 } = policy?.default.errorRetry ?? {};
      const delays = Array.from({ length: maxNumRetry }, (_, n) =>
        Math.min(maxRetryDelayMs, retryDelayMs * 2 ** n),
      );
      expect(delays.reduce((sum, delayMs) => sum + delayMs, 0)).toBeGreaterThan(35_000);
    }
  });

  it('retry a missing segment but not a missing playlist', () => {
    expect(retriesOf(config.fragLoadPolicy)(404)).toBe(true);
    expect(retriesOf(config.fragLoadPolicy)(403)).toBe(false);
    expect(retriesOf(config.playlistLoadPolicy)(404)).toBe(false);
  });
});
