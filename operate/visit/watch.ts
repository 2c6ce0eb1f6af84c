import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Uses a new connection for each file: on persistent ones, ffprobe may hang while a playlist grows. */
const CONNECTIONS = ['-http_persistent', '0', '-http_multiple', '0'];

const run = promisify(execFile);

/** A player that receives nothing for this long has stalled. */
const PATIENCE_MS = 30_000;

/** What a player decoded. */
export interface Watched {
  /** For example `h264 640x360`. */
  readonly picture: string;
  /** Number of decoded frames. */
  readonly frames: number;
  /** For example `aac`. */
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
 * Plays about so many seconds of an HLS playlist: fetches it with its segments, and decodes video and audio. Throws
 * ffprobe's output on failure, or if video or audio is missing.
 */
export async function watch(playlistUrl: string, seconds = 2): Promise<Watched> {
  const decoding = ['-v', 'error', '-count_frames', ...CONNECTIONS, '-read_intervals', `%+${seconds}`];
  const fields = ['-show_entries', 'stream=codec_type,codec_name,width,height,nb_read_frames', '-of', 'json'];
  const { stdout } = await run('ffprobe', [...decoding, ...fields, playlistUrl], { timeout: PATIENCE_MS });
  const { streams = [] } = JSON.parse(stdout) as { readonly streams?: readonly Stream[] };
  const [picture, sound] = ['video', 'audio'].map((type) =>
    streams.find((one) => one.codec_type === type && Number(one.nb_read_frames ?? 0) > 0),
  );
  if (!picture || !sound) throw new Error(`${playlistUrl} has no playable ${picture ? 'audio' : 'video'}`);
  return {
    picture: `${picture.codec_name} ${picture.width}x${picture.height}`,
    frames: Number(picture.nb_read_frames),
    sound: String(sound.codec_name),
  };
}

export const wordsOf = ({ picture, sound }: Watched): string => `${picture} with ${sound}`;
