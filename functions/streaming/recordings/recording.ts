import { THUMBNAIL_INTERVAL_S } from './recording.place.ts';
import type { RecordedMedia } from './recording-ended.file.ts';

/** Position of the poster in a recording, as a ratio. */
const POSTER_SHARE = 0.1;

/** An ended recording. An airing has several when its encoder was away for long. */
export interface Recording extends RecordedMedia {
  readonly id: string;
  /** Its key prefix in the recordings bucket, without a trailing slash. */
  readonly prefix: string;
}

/** The address of a picture that IVS has taken; `null` when it takes none. */
export const posterUrl = ({
  picturesUrl,
  durationMs,
}: Pick<Recording, 'picturesUrl' | 'durationMs'>): string | null =>
  picturesUrl && `${picturesUrl}/thumb${posterIndex(durationMs)}.jpg`;

/** Not the first picture, since streams begin with a still, and none that may be after the recording's end. */
function posterIndex(durationMs: number): number {
  const intervals = Math.floor(durationMs / 1000 / THUMBNAIL_INTERVAL_S);
  return Math.max(0, Math.min(intervals - 1, Math.max(1, Math.floor(intervals * POSTER_SHARE))));
}
