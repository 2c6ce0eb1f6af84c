import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import * as z from 'zod';
import { JobError } from '../request/job-error.ts';
import { GUARDED_INPUT } from './input-guard.ts';
import { AS_STORED, matroskaOrientation, orientationOfDump, type Orientation } from './orientation.ts';

const PROBE_LIMIT_MS = 30_000;
const MAX_OUTPUT_BYTES = 4 * 1024 * 1024;
/** ffprobe's confidence in the format, of 100. Lower values are chance matches of a few bytes. */
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
  pix_fmt: z.string().optional(),
  sample_aspect_ratio: z.string().optional(),
  field_order: z.string().optional(),
  color_space: z.string().optional(),
  color_primaries: z.string().optional(),
  color_transfer: z.string().optional(),
  r_frame_rate: z.string().optional(),
  avg_frame_rate: z.string().optional(),
  sample_rate: number,
  channels: z.int().optional(),
  channel_layout: z.string().optional(),
  start_time: number,
  duration: number,
  bit_rate: number,
  disposition: z.object({ attached_pic: z.int() }).optional(),
  side_data_list: z.array(z.object({ displaymatrix: z.string().optional() })).optional(),
});

const probed = z.object({
  /** Transport streams only. */
  programs: z.array(z.object({ streams: z.array(z.object({ index: z.int() })) })).default([]),
  streams: z.array(stream),
  format: z.object({
    format_name: z.string(),
    start_time: number,
    duration: number,
    bit_rate: number,
    probe_score: z.int().optional(),
    tags: z.record(z.string(), z.string()).optional(),
  }),
});

/** A stream as ffprobe describes it, with the orientation of its picture. */
export type SourceStream = z.infer<typeof stream> & { readonly orientation: Orientation };

/** What ffprobe reports of a file. Rates and ratios are texts. */
export interface Source {
  readonly format: z.infer<typeof probed>['format'];
  readonly streams: readonly SourceStream[];
  /** Streams by program. A file without programs has one. */
  readonly programs: readonly (readonly SourceStream[])[];
  /** The largest video of the first program that has one. Album covers are excluded, and MJPEG previews beside another video. */
  readonly video: SourceStream | undefined;
  /** The program's first decodable sound. */
  readonly audio: SourceStream | undefined;
}

/**
 * Throws `JobError` 1010 if the file is no media, cannot be read, or takes too long. `name` is for the message. The check of
 * the confidence can be skipped for own segments, because those of a single picture have too few packets.
 */
export async function probeSource(
  path: string,
  name: string,
  minConfidence = MIN_CONFIDENCE,
): Promise<Source> {
  const show = ['-show_format', '-show_streams', '-show_programs', '-of', 'json'];
  const args = ['-v', 'error', '-hide_banner', ...GUARDED_INPUT, ...show, '-i', path];
  const options = { timeout: PROBE_LIMIT_MS, killSignal: 'SIGKILL', maxBuffer: MAX_OUTPUT_BYTES } as const;
  let text: string;
  try {
    text = (await promisify(execFile)('ffprobe', args, options)).stdout;
  } catch (cause) {
    throw new JobError('unreadable', `[${name}]: ${reasonOf(cause, path)}`, { cause });
  }
  const { format, streams: found, programs: listed } = probed.parse(JSON.parse(text));
  if ((format.probe_score ?? 100) < minConfidence) {
    throw new JobError('unreadable', `[${name}]: no parser found for the container`);
  }
  const inMatroska = format.format_name.includes('matroska') ? await matroskaOrientation(path) : AS_STORED;
  const streams = found.map((stream) =>
    Object.assign(stream, { orientation: matrixOf(stream) ?? inMatroska }),
  );
  const programs = programsOf(streams, listed);
  const program = programs.find((one) => mainVideo(one)) ?? streams;
  return {
    format,
    streams,
    programs,
    video: mainVideo(program),
    audio: program.find((found) => found.codec_type === 'audio' && isDecodable(found)),
  };
}

function matrixOf({ side_data_list: sideData = [] }: z.infer<typeof stream>): Orientation | undefined {
  const dump = sideData.find(({ displaymatrix }) => displaymatrix !== undefined)?.displaymatrix;
  return dump === undefined ? undefined : orientationOfDump(dump);
}

const isDecodable = ({ codec_name: name = 'none' }: Pick<SourceStream, 'codec_name'>): boolean =>
  name !== 'none' && name !== 'unknown';

function programsOf(
  streams: readonly SourceStream[],
  listed: z.infer<typeof probed>['programs'],
): readonly (readonly SourceStream[])[] {
  if (listed.length < 2) return [streams];
  return listed.map((program) =>
    streams.filter(({ index }) => program.streams.some((one) => one.index === index)),
  );
}

function mainVideo(streams: readonly SourceStream[]): SourceStream | undefined {
  const areaOf = ({ width = 0, height = 0 }: SourceStream) => width * height;
  const isPreview = ({ codec_name: name }: SourceStream) => Number(name === 'mjpeg');
  return streams
    .filter(({ codec_type, disposition }) => codec_type === 'video' && !disposition?.attached_pic)
    .toSorted((a, b) => isPreview(a) - isPreview(b) || areaOf(b) - areaOf(a))[0];
}

/** The same with sound track `track`, counted from 1, if there is one. */
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
