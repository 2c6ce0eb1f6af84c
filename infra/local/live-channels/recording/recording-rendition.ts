import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);
const TOOL_LIMIT_MS = 10_000;

/** The one rendition of a recording: the unchanged stream. */
export interface Rendition {
  /** Its folder, for example `720p30` or `audio_only`. */
  readonly name: string;
  readonly picture?: { readonly width: number; readonly height: number; readonly framesPerSecond: number };
}

/** Probes a segment with ffprobe. Throws if it cannot be read. */
export async function probeRendition(segmentPath: string): Promise<Rendition> {
  const entries = 'stream=width,height,avg_frame_rate';
  const args = [
    '-v',
    'error',
    '-select_streams',
    'v:0',
    '-show_entries',
    entries,
    '-of',
    'json',
    segmentPath,
  ];
  const { stdout } = await run('ffprobe', args, { timeout: TOOL_LIMIT_MS });
  const { streams = [] } = JSON.parse(stdout) as { streams?: readonly ProbedStream[] };
  const { width = 0, height = 0, avg_frame_rate: rate = '' } = streams[0] ?? {};
  if (width === 0 || height === 0) return { name: 'audio_only' };
  const framesPerSecond = valueOf(rate);
  return { name: `${height}p${Math.round(framesPerSecond)}`, picture: { width, height, framesPerSecond } };
}

interface ProbedStream {
  readonly width?: number;
  readonly height?: number;
  readonly avg_frame_rate?: string;
}

/** Converts `30000/1001` to 29.97. ffprobe returns `0/0` for a single frame. */
function valueOf(rate: string): number {
  const [numerator = 0, denominator = 1] = rate.split('/').map(Number);
  return denominator > 0 && numerator > 0 ? numerator / denominator : 30;
}

/** Writes the frame at `atS` of a segment as JPEG. Writes nothing if there is no such frame. */
export async function writeThumbnail(segmentPath: string, atS: number, path: string): Promise<void> {
  const frame = ['-ss', atS.toFixed(3), '-i', segmentPath, '-frames:v', '1', '-q:v', '4', '-y', path];
  await run('nice', ['-n', '10', 'ffmpeg', '-v', 'error', ...frame], { timeout: TOOL_LIMIT_MS });
}

/** Returns the multivariant playlist (RFC 8216 §4.3.4) of one rendition. */
export function masterPlaylist({ name, picture }: Rendition, peakBitsPerSecond: number): string {
  const attributes = [`BANDWIDTH=${Math.max(1, Math.ceil(peakBitsPerSecond))}`];
  if (picture) {
    const { width, height, framesPerSecond } = picture;
    attributes.push(`RESOLUTION=${width}x${height}`, `FRAME-RATE=${framesPerSecond.toFixed(3)}`);
  }
  const lines = ['#EXTM3U', '#EXT-X-VERSION:6', '#EXT-X-INDEPENDENT-SEGMENTS'];
  return `${[...lines, `#EXT-X-STREAM-INF:${attributes.join(',')}`, `${name}/playlist.m3u8`].join('\n')}\n`;
}
