import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import * as z from 'zod';
import { JobError } from '../request/job.error.ts';
import { GUARDED_INPUT } from './input.guard.ts';

const PROBE_LIMIT_MS = 30_000;
const MAX_OUTPUT_BYTES = 4 * 1024 * 1024;
/** ffprobe's confidence that it is the format it says, of 100; below, it has matched a few chance bytes. */
const MIN_CONFIDENCE = 25;

const number = z.coerce.number().optional().catch(undefined);

const stream = z.object({
  index: z.int(),
  codec_type: z.string().optional(),
  codec_name: z.string().optional(),
  profile: z.string().optional(),
  level: z.int().optional(),
  width: z.int().optional(),
  height: z.int().optional(),
  sample_aspect_ratio: z.string().optional(),
  field_order: z.string().optional(),
  color_space: z.string().optional(),
  color_primaries: z.string().optional(),
  color_transfer: z.string().optional(),
  r_frame_rate: z.string().optional(),
  avg_frame_rate: z.string().optional(),
  sample_rate: number,
  channels: z.int().optional(),
  duration: number,
  bit_rate: number,
  disposition: z.object({ attached_pic: z.int() }).optional(),
  side_data_list: z.array(z.object({ rotation: z.number().optional() })).optional(),
});

const probed = z.object({
  streams: z.array(stream),
  format: z.object({
    format_name: z.string(),
    duration: number,
    bit_rate: number,
    probe_score: z.int().optional(),
    tags: z.record(z.string(), z.string()).optional(),
  }),
});

export type SourceStream = z.infer<typeof stream>;

/** What ffprobe says of a file; rates and ratios are still its texts. */
export interface Source {
  readonly format: z.infer<typeof probed>['format'];
  readonly streams: readonly SourceStream[];
  /** The largest picture that moves: covers of music do not count, nor do previews in MJPEG beside another. */
  readonly video: SourceStream | undefined;
  /** The first that can be decoded. */
  readonly audio: SourceStream | undefined;
}

/**
 * Throws `JobError` 1010 where it is no media, cannot be read, or takes too long. `name` is for the message. The own
 * segments of a film that is one picture long have too few packets for any confidence.
 */
export async function probeSource(
  path: string,
  name: string,
  minConfidence = MIN_CONFIDENCE,
): Promise<Source> {
  const show = ['-show_format', '-show_streams', '-of', 'json'];
  const args = ['-v', 'error', '-hide_banner', ...GUARDED_INPUT, ...show, '-i', path];
  const options = { timeout: PROBE_LIMIT_MS, killSignal: 'SIGKILL', maxBuffer: MAX_OUTPUT_BYTES } as const;
  let text: string;
  try {
    text = (await promisify(execFile)('ffprobe', args, options)).stdout;
  } catch (cause) {
    throw new JobError('unreadable', `[${name}]: ${reasonOf(cause, path)}`, { cause });
  }
  const { format, streams } = probed.parse(JSON.parse(text));
  if ((format.probe_score ?? 100) < minConfidence) {
    throw new JobError('unreadable', `[${name}]: no parser found for the container`);
  }
  return {
    format,
    streams,
    video: mainVideo(streams),
    audio: streams.find((found) => found.codec_type === 'audio' && isDecodable(found)),
  };
}

const isDecodable = ({ codec_name: name = 'none' }: SourceStream): boolean =>
  name !== 'none' && name !== 'unknown';

function mainVideo(streams: readonly SourceStream[]): SourceStream | undefined {
  const areaOf = ({ width = 0, height = 0 }: SourceStream) => width * height;
  const isPreview = ({ codec_name: name }: SourceStream) => Number(name === 'mjpeg');
  return streams
    .filter(({ codec_type, disposition }) => codec_type === 'video' && !disposition?.attached_pic)
    .toSorted((a, b) => isPreview(a) - isPreview(b) || areaOf(b) - areaOf(a))[0];
}

/** The same with the sound of this number, counted from 1, where it has one. */
export const withSound = (source: Source, track: number): Source => ({
  ...source,
  audio: source.streams.filter(({ codec_type }) => codec_type === 'audio')[track - 1],
});

/** The last line that ffprobe printed, without the path of the local copy. */
function reasonOf(cause: unknown, path: string): string {
  const {
    stderr = '',
    code,
    killed,
  } = cause as { stderr?: string; code?: string | number; killed?: boolean };
  if (code === 'ENOENT') return 'ffprobe is not installed';
  if (killed) return 'it takes too long to read';
  const lines = stderr.trim().split('\n');
  return (
    lines
      .map((line) => line.replaceAll(path, 'input'))
      .slice(-2)
      .join('; ') || 'no parser found'
  );
}
