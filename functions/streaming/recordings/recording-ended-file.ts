/**
 * Reads `events/recording-ended.json`, which IVS writes at the end of a recording: the paths of the media, which must
 * not be guessed, and the duration. Source: Amazon IVS User Guide, "Auto-Record to Amazon S3", JSON Metadata Files.
 */
import { THUMBNAIL_INTERVAL_S } from '#shared/plain/live/live-pictures.ts';
import * as z from 'zod/mini';
import { recordingsOf } from './recording-location.ts';

const ENDED_FILE = '/events/recording-ended.json';

export const endedFileUrl = (prefix: string): string => `/${prefix}${ENDED_FILE}`;

/** The prefix of the recording that this object ends; `undefined` for other objects. */
export const prefixOfEnded = (key: string): string | undefined =>
  key.endsWith(ENDED_FILE) ? key.slice(0, -ENDED_FILE.length) : undefined;

/** The CDN serves only the `media` folder of a recording. */
const Folder = z.string().check(z.regex(/^media(\/[\w-][\w.-]*)*$/, 'is no folder below media'));
const Playlist = z.string().check(z.regex(/^[\w-][\w.-]*\.m3u8$/, 'is no name of a playlist'));
const Time = z.iso.datetime({ offset: true });

const EndedFile = z.object({
  channel_arn: z.string(),
  recording_status: z.literal('RECORDING_ENDED'),
  recording_started_at: Time,
  media: z.object({
    hls: z.object({
      duration_ms: z.int().check(z.nonnegative()),
      path: Folder,
      playlist: Playlist,
    }),
    thumbnails: z.optional(z.object({ path: Folder })),
  }),
});

/** An ended recording. Times in ms since 1970. */
export interface RecordedMedia {
  /** Rounded to a second. */
  readonly startedAtMs: number;
  readonly durationMs: number;
  /** The multivariant playlist, on the site. */
  readonly playlistUrl: string;
  /** The folder of its pictures; `null` when IVS took none. */
  readonly picturesUrl: string | null;
}

/** Parses the file of the recording at `prefix`. Throws an error with the reason when it is invalid. */
export function readEndedFile(prefix: string, text: string): RecordedMedia {
  const read = EndedFile.safeParse(parsed(prefix, text));
  if (!read.success)
    throw refusal(
      prefix,
      read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; '),
    );
  const { channel_arn, recording_started_at, media } = read.data;
  if (!prefix.startsWith(recordingsOf(channel_arn))) throw refusal(prefix, `it is of ${channel_arn}`);
  const { hls, thumbnails } = media;
  return {
    startedAtMs: Date.parse(recording_started_at),
    durationMs: hls.duration_ms,
    playlistUrl: `/${prefix}/${hls.path}/${hls.playlist}`,
    picturesUrl: thumbnails ? `/${prefix}/${thumbnails.path}` : null,
  };
}

function parsed(prefix: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw refusal(prefix, 'it is no JSON');
  }
}

const refusal = (prefix: string, why: string): Error =>
  new Error(`What IVS says of the recording ${prefix} is not understood: ${why}`);

/** Position of the poster in a recording, as a ratio. */
const POSTER_SHARE = 0.1;

/** An ended recording of a broadcast, which has one for each time that its encoder connected. */
export interface Recording extends RecordedMedia {
  readonly id: string;
  /** What is cut off before `startedAtMs`, from when it was a preview. */
  readonly cutMs: number;
  /** Its key prefix in the recordings bucket, without a trailing slash. */
  readonly prefix: string;
}

/** The address of a picture that IVS has taken; `null` when it takes none. */
export const posterUrl = ({
  picturesUrl,
  durationMs,
  cutMs,
}: Pick<Recording, 'picturesUrl' | 'durationMs' | 'cutMs'>): string | null =>
  picturesUrl &&
  `${picturesUrl}/thumb${Math.ceil(cutMs / 1000 / THUMBNAIL_INTERVAL_S) + posterIndex(durationMs)}.jpg`;

/** Not the first picture, since streams begin with a still, and none that may be after the recording's end. */
function posterIndex(durationMs: number): number {
  const intervals = Math.floor(durationMs / 1000 / THUMBNAIL_INTERVAL_S);
  return Math.max(0, Math.min(intervals - 1, Math.max(1, Math.floor(intervals * POSTER_SHARE))));
}
