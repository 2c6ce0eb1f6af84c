import { THUMBNAIL_INTERVAL_S } from './recording.place.ts';

/** How far into a recording its picture is taken, where there are enough to choose from. */
const POSTER_SHARE = 0.1;

/** A recording that has ended; an airing has several where its encoder was away for long. Times in ms since 1970. */
export interface Recording {
  readonly id: string;
  /** Where it lies in the bucket of recordings, without a slash at its end. */
  readonly prefix: string;
  readonly startedAtMs: number;
  readonly durationMs: number;
}

/** As IVS names its files, and the CDN serves them. */
export const masterUrl = ({ prefix }: Pick<Recording, 'prefix'>): string =>
  `/${prefix}/media/hls/master.m3u8`;

/** One of the pictures that IVS takes of it. */
export const posterUrl = ({ prefix, durationMs }: Pick<Recording, 'prefix' | 'durationMs'>): string =>
  `/${prefix}/media/thumbnails/thumb${posterIndex(durationMs)}.jpg`;

/** A picture some way in, since streams begin with a still; never one that the recording might end before. */
function posterIndex(durationMs: number): number {
  const intervals = Math.floor(durationMs / 1000 / THUMBNAIL_INTERVAL_S);
  return Math.max(0, Math.min(intervals - 1, Math.max(1, Math.floor(intervals * POSTER_SHARE))));
}
