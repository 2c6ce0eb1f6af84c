/** Where IVS stores the files of a recording. Source: IVS User Guide, "Auto-Record to Amazon S3". Pure. */
import { THUMBNAIL_INTERVAL_S } from '#shared/plain/live/live-pictures.ts';

/** Overwritten every interval. Source: IVS API Reference, `ThumbnailConfiguration`. */
export const LATEST_PICTURE = 'media/latest_thumbnail/thumb.jpg';

/** From a while after the start. Source: "Recording Contents" in the same guide. */
const PLAYLIST = 'media/hls/master.m3u8';

/** Where it stores a picture every interval; the file at the end of a recording names the folder. */
const PICTURE = 'media/thumbnails/thumb';

/** Pictures of a recording near a position, the best first; each may be missing. */
export function picturesNear(playlistUrl: string, positionS: number): string[] {
  const prefix = playlistUrl.slice(0, -PLAYLIST.length);
  const index = Math.round(positionS / THUMBNAIL_INTERVAL_S);
  return [`${prefix}${PICTURE}${index}.jpg`, prefix + LATEST_PICTURE];
}

const PREFIX =
  /^ivs\/v1\/\d{12}\/([A-Za-z0-9]+)\/(\d{4})\/(\d{1,2})\/(\d{1,2})\/(\d{1,2})\/(\d{1,2})\/([A-Za-z0-9]+)$/;

export interface RecordingLocation {
  /** IVS's id of the channel. */
  readonly ivsId: string;
  readonly recordingId: string;
  /** The minute in which it began, in ms since 1970. */
  readonly minuteMs: number;
  /** The latest picture, as the CDN serves it. */
  readonly latestPictureUrl: string;
  /** The multivariant playlist while it records. For an ended one, `recording-ended.json` names it. */
  readonly playlistUrl: string;
}

/** Parses the key prefix of a recording; `undefined` for another prefix. */
export function parseRecordingPrefix(prefix: string): RecordingLocation | undefined {
  const parts = PREFIX.exec(prefix);
  if (!parts) return undefined;
  const [year = 0, month = 0, day = 0, hours = 0, minutes = 0] = parts.slice(2, 7).map(Number);
  return {
    ivsId: parts[1] ?? '',
    recordingId: parts[7] ?? '',
    minuteMs: Date.UTC(year, month - 1, day, hours, minutes),
    latestPictureUrl: `/${prefix}/${LATEST_PICTURE}`,
    playlistUrl: `/${prefix}/${PLAYLIST}`,
  };
}

/** The key prefix of all recordings of a channel at IVS. */
export function recordingsOf(channelArn: string): string {
  const [, account, channel] =
    /^arn:aws[\w-]*:ivs:[\w-]*:(\d{12}):channel\/([A-Za-z0-9]+)$/.exec(channelArn) ?? [];
  if (!account || !channel) throw new RangeError(`'${channelArn}' is no channel of IVS`);
  return `ivs/v1/${account}/${channel}/`;
}
