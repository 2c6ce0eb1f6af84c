/** What viewers get of a video: length, size, tone and colours, from its decoded HLS. */
import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const SAMPLE_RATE = 8000;
/** Of a loud enough tone, from 0 to 1. */
const AUDIBLE = 0.01;

export interface PlayedFilm {
  readonly durationS: number;
  readonly size: string;
  /** From the first sound in the files to its end; missing where there is none. */
  readonly soundS?: number;
  readonly toneHz?: number;
  /** When the tone begins, in seconds of the video. */
  readonly toneFromS?: number;
  readonly transfer: string;
  readonly primaries: string;
}

/** The playlist of the best rendition in this folder. */
export function bestPlaylist(folder: string): string {
  const heights = readdirSync(folder).flatMap((name) => /^video_(\d+)p\.m3u8$/.exec(name)?.[1] ?? []);
  return join(folder, `video_${Math.max(...heights.map(Number))}p.m3u8`);
}

export async function playedFilm(path: string): Promise<PlayedFilm> {
  const ofStream = 'codec_type,width,height,color_transfer,color_primaries,start_time';
  const show = ['-show_entries', `stream=${ofStream}:format=duration`];
  const { stdout } = await run('ffprobe', ['-v', 'error', ...show, '-of', 'json', path]);
  const { streams, format } = JSON.parse(stdout) as {
    readonly streams: readonly Record<string, string | number>[];
    readonly format: { readonly duration: string };
  };
  const video = streams.find(({ codec_type: type }) => type === 'video');
  const hasSound = streams.some(({ codec_type: type }) => type === 'audio');
  return {
    durationS: Number(format.duration),
    size: `${video?.['width']}x${video?.['height']}`,
    transfer: String(video?.['color_transfer'] ?? 'unknown'),
    primaries: String(video?.['color_primaries'] ?? 'unknown'),
    ...(hasSound && (await soundOf(path))),
  };
}

/** The mean of the last picture: red, green and blue. */
export async function lastColourOf(path: string): Promise<readonly number[]> {
  const pictures = ['-an', '-vf', 'scale=1:1,format=rgb24', '-f', 'rawvideo', '-'];
  const { stdout } = await run('ffmpeg', ['-v', 'error', '-i', path, ...pictures], { encoding: 'buffer' });
  return [...stdout.subarray(-3)];
}

async function soundOf(path: string) {
  const samples = ['-vn', '-ac', '1', '-ar', `${SAMPLE_RATE}`, '-f', 'f32le', '-'];
  const { stdout } = await run('ffmpeg', ['-v', 'error', '-i', path, ...samples], {
    encoding: 'buffer',
    maxBuffer: 1e8,
  });
  const audible = new Float32Array(stdout.buffer.slice(stdout.byteOffset, stdout.byteOffset + stdout.length));
  const from = audible.findIndex((sample) => Math.abs(sample) > AUDIBLE);
  const to = audible.findLastIndex((sample) => Math.abs(sample) > AUDIBLE);
  if (from < 0) return { soundS: audible.length / SAMPLE_RATE };
  const crossings = audible
    .subarray(from, to)
    .filter((sample, index, all) => index > 0 && sample >= 0 && all[index - 1]! < 0);
  return {
    soundS: audible.length / SAMPLE_RATE,
    toneHz: (crossings.length * SAMPLE_RATE) / (to - from),
    toneFromS: from / SAMPLE_RATE,
  };
}
