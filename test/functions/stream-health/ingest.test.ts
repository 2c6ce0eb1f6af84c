import { describe, expect, it } from 'vitest';
import { arrivingOf, ratesOf, thinned } from '#functions/stream-health/ingest.ts';
import type { IngestMetrics } from '#functions/stream-health/ingest-metrics.cloudwatch.ts';

const points = (...values: readonly number[]) => values.map((value, n) => ({ atMs: n * 5000, value }));
const NONE: IngestMetrics = {
  videoBitsPerSecond: [],
  audioBitsPerSecond: [],
  framesPerSecond: [],
  keyframeIntervalS: [],
};

describe('the ingest measurement', () => {
  it('averages the last half minute, with the longest keyframe interval in it', () => {
    const slow = [...Array.from({ length: 10 }, () => 8), 2, 2, 2.5, 2, 2, 2];
    const metrics = {
      videoBitsPerSecond: points(...slow.map(() => 9_000_000).slice(0, 10), 2e6, 4e6, 2e6, 4e6, 2e6, 4e6),
      audioBitsPerSecond: points(...slow.map(() => 160_000)),
      framesPerSecond: points(...slow.map((_, n) => (n < 10 ? 10 : 30))),
      keyframeIntervalS: points(...slow),
    };
    expect(arrivingOf(metrics)).toEqual({
      video_bits_per_second: 3_000_000,
      audio_bits_per_second: 160_000,
      frames_per_second: 30,
      keyframe_interval_s: 2.5,
    });
  });

  it('is unknown before the first value', () => {
    expect(arrivingOf(NONE)).toBeNull();
    expect(arrivingOf({ ...NONE, framesPerSecond: points(30) })).toEqual({
      video_bits_per_second: null,
      audio_bits_per_second: null,
      frames_per_second: 30,
      keyframe_interval_s: null,
    });
  });

  it('has a curve of video and audio', () => {
    const metrics = { ...NONE, videoBitsPerSecond: points(1e6, 2e6), audioBitsPerSecond: points(1e5) };
    expect(ratesOf(metrics)).toEqual([
      { at: '1970-01-01T00:00:00.000Z', bits_per_second: 1_100_000, frames_per_second: null },
      { at: '1970-01-01T00:00:05.000Z', bits_per_second: 2_000_000, frames_per_second: null },
    ]);
  });
});

describe('a curve', () => {
  it.each([
    [5, 10, 5],
    [10, 10, 10],
    [11, 10, 6],
    [720, 120, 120],
  ])('of %i points keeps at most %i, including the last', (length, most, left) => {
    const all = Array.from({ length }, (_, n) => n);
    expect(thinned(all, most)).toHaveLength(left);
    expect(thinned(all, most).at(-1)).toBe(length - 1);
  });
});
