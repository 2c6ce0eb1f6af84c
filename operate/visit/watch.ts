import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** A connection of its own for each file: on those that it keeps, ffprobe may wait for ever while a playlist grows. */
const CONNECTIONS = ['-http_persistent', '0', '-http_multiple', '0'];

const run = promisify(execFile);

/** A player that gets nothing for as long has stalled. */
const PATIENCE_MS = 30_000;

/** What a player made of a playlist. */
export interface Watched {
  /** Such as `h264 640x360`. */
  readonly picture: string;
  /** How many pictures were decoded. */
  readonly frames: number;
  /** Such as `aac`. */
  readonly sound: string;
}

interface Stream {
  readonly codec_type?: string;
  readonly codec_name?: string;
  readonly width?: number;
  readonly height?: number;
  readonly nb_read_frames?: string;
}

/**
 * Watches about so many seconds of an HLS playlist: fetches it with its segments, and decodes picture and sound. Throws what
 * ffprobe says where any of it fails, or where picture or sound is missing.
 */
export async function watch(playlistUrl: string, seconds = 2): Promise<Watched> {
  const decoding = ['-v', 'error', '-count_frames', ...CONNECTIONS, '-read_intervals', `%+${seconds}`];
  const fields = ['-show_entries', 'stream=codec_type,codec_name,width,height,nb_read_frames', '-of', 'json'];
  const { stdout } = await run('ffprobe', [...decoding, ...fields, playlistUrl], { timeout: PATIENCE_MS });
  const { streams = [] } = JSON.parse(stdout) as { readonly streams?: readonly Stream[] };
  const [picture, sound] = ['video', 'audio'].map((type) =>
    streams.find((one) => one.codec_type === type && Number(one.nb_read_frames ?? 0) > 0),
  );
  if (!picture || !sound)
    throw new Error(`${playlistUrl} has no ${picture ? 'sound' : 'picture'} that plays`);
  return {
    picture: `${picture.codec_name} ${picture.width}x${picture.height}`,
    frames: Number(picture.nb_read_frames),
    sound: String(sound.codec_name),
  };
}

export const wordsOf = ({ picture, sound }: Watched): string => `${picture} with ${sound}`;
