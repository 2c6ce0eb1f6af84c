import { THUMBNAIL_INTERVAL_S } from './recording.place.ts';
import type { RecordedMedia } from './recording-ended.file.ts';

/** How far into a recording its picture is taken, where there are enough to choose from. */
const POSTER_SHARE = 0.1;

/** A recording that has ended; an airing has several where its encoder was away for long. */
export interface Recording extends RecordedMedia {
  readonly id: string;
  /** Where it lies in the bucket of recordings, without a slash at its end. */
  readonly prefix: string;
}

/** One of the pictures that IVS takes of it, as it names them; `null` where it takes none. */
export const posterUrl = ({
  picturesUrl,
  durationMs,
}: Pick<Recording, 'picturesUrl' | 'durationMs'>): string | null =>
  picturesUrl && `${picturesUrl}/thumb${posterIndex(durationMs)}.jpg`;

/** A picture some way in, since streams begin with a still; never one that the recording might end before. */
function posterIndex(durationMs: number): number {
  const intervals = Math.floor(durationMs / 1000 / THUMBNAIL_INTERVAL_S);
  return Math.max(0, Math.min(intervals - 1, Math.max(1, Math.floor(intervals * POSTER_SHARE))));
}
