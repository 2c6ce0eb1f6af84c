/** Measurements of a stream through software, as the contract has them. Pure. */
import { type ArrivingStream, MAX_RATE_POINTS, type RatePoint } from '#shared/live/stream-health.ts';
import type { IngestMetric, IngestMetrics } from './ingest-metrics.cloudwatch.ts';

/** The period before the latest measurement: two keyframe intervals of any usable encoder. */
const LATE_MS = 30_000;

/** Recent means, and the longest recent interval between keyframes. */
export function arrivingOf(metrics: IngestMetrics): ArrivingStream | null {
  const latestMs = Math.max(...Object.values(metrics).map((points) => points.at(-1)?.atMs ?? -Infinity));
  if (latestMs === -Infinity) return null;
  const late = (metric: IngestMetric): number[] =>
    metrics[metric].filter(({ atMs }) => atMs > latestMs - LATE_MS).map(({ value }) => value);
  const keyframes = late('keyframeIntervalS');
  return {
    video_bits_per_second: meanOf(late('videoBitsPerSecond')),
    audio_bits_per_second: meanOf(late('audioBitsPerSecond')),
    frames_per_second: meanOf(late('framesPerSecond')),
    keyframe_interval_s: keyframes.length > 0 ? Math.max(...keyframes) : null,
  };
}

export function ratesOf({
  videoBitsPerSecond,
  audioBitsPerSecond,
  framesPerSecond,
}: IngestMetrics): RatePoint[] {
  const [sound, frames] = [audioBitsPerSecond, framesPerSecond].map(
    (points) => new Map(points.map(({ atMs, value }) => [atMs, value])),
  );
  return thinned(videoBitsPerSecond, MAX_RATE_POINTS).map(({ atMs, value }) => ({
    at: new Date(atMs).toISOString(),
    bits_per_second: value + (sound?.get(atMs) ?? 0),
    frames_per_second: frames?.get(atMs) ?? null,
  }));
}

/** At most `most` points, evenly spread, including the last. */
export function thinned<T>(points: readonly T[], most: number): readonly T[] {
  const step = Math.ceil(points.length / most);
  return step <= 1 ? points : points.filter((_, index) => (points.length - 1 - index) % step === 0);
}

const meanOf = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
