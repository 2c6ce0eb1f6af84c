/** Where IVS puts what belongs to a recording. Source: IVS User Guide, "Auto-Record to Amazon S3". Pure. */

/** Between two pictures of a recording, as its configuration asks for; `thumb0.jpg` is the first moment's. */
export const THUMBNAIL_INTERVAL_S = 5;

/** How far into a recording its picture is taken, where there are enough to choose from. */
const POSTER_SHARE = 0.1;

const PREFIX =
  /^ivs\/v1\/\d{12}\/[A-Za-z0-9]+\/(\d{4})\/(\d{1,2})\/(\d{1,2})\/(\d{1,2})\/(\d{1,2})\/([A-Za-z0-9]+)$/;

export interface RecordingPlace {
  readonly recordingId: string;
  /** The minute in which it began, in ms since 1970. */
  readonly minuteMs: number;
  /** As the CDN serves them. */
  readonly playbackUrl: string;
  readonly posterUrl: (durationMs: number) => string;
}

/** Reads the beginning of a recording's keys; `undefined` where it is none of a recording. */
export function recordingPlace(prefix: string): RecordingPlace | undefined {
  const parts = PREFIX.exec(prefix);
  if (!parts) return undefined;
  const [year = 0, month = 0, day = 0, hours = 0, minutes = 0] = parts.slice(1, 6).map(Number);
  return {
    recordingId: parts[6] ?? '',
    minuteMs: Date.UTC(year, month - 1, day, hours, minutes),
    playbackUrl: `/${prefix}/media/hls/master.m3u8`,
    posterUrl: (durationMs) => `/${prefix}/media/thumbnails/thumb${posterIndex(durationMs)}.jpg`,
  };
}

/** A picture some way in, since streams begin with a still; never one that the recording might end before. */
function posterIndex(durationMs: number): number {
  const intervals = Math.floor(durationMs / 1000 / THUMBNAIL_INTERVAL_S);
  return Math.max(0, Math.min(intervals - 1, Math.max(1, Math.floor(intervals * POSTER_SHARE))));
}
