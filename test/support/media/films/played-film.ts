/** Measures a video as viewers get it: duration, size, tone and colours of its decoded HLS. */
import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const SAMPLE_RATE = 8000;
/** Minimum level of an audible tone, from 0 to 1. */
const AUDIBLE = 0.01;

export interface PlayedFilm {
  readonly durationS: number;
  readonly size: string;
  /** From the first audio in the files to its end; missing if there is none. */
  readonly soundS?: number;
  readonly toneHz?: number;
  /** Start of the tone, in seconds of the video. */
  readonly toneFromS?: number;
  /** Frame rate. */
  readonly rate: number;
  readonly transfer: string;
  readonly primaries: string;
}

/** Returns the playlist of the best rendition in this folder. */
export function bestPlaylist(folder: string): string {
  const heights = readdirSync(folder).flatMap((name) => /^video_(\d+)p\.m3u8$/.exec(name)?.[1] ?? []);
  return join(folder, `video_${Math.max(...heights.map(Number))}p.m3u8`);
}

export async function playedFilm(path: string): Promise<PlayedFilm> {
  const ofStream = 'codec_type,width,height,r_frame_rate,color_transfer,color_primaries,start_time';
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
    rate: rateOf(String(video?.['r_frame_rate'])),
    transfer: String(video?.['color_transfer'] ?? 'unknown'),
    primaries: String(video?.['color_primaries'] ?? 'unknown'),
    ...(hasSound && (await soundOf(path))),
  };
}

const rateOf = (text: string): number => {
  const [numerator = 0, denominator = 1] = text.split('/').map(Number);
  return Math.round(numerator / denominator);
};

/** Returns the average colour of the last picture: red, green and blue. */
export async function lastColourOf(path: string): Promise<readonly number[]> {
  const pictures = ['-an', '-vf', 'scale=1:1,format=rgb24', '-f', 'rawvideo', '-'];
  const { stdout } = await run('ffmpeg', ['-v', 'error', '-i', path, ...pictures], { encoding: 'buffer' });
  return [...stdout.subarray(-3)];
}

const [GRID_COLUMNS, GRID_ROWS, GRIDS_PER_S] = [32, 32, 10];

/** Returns the colour at a time in seconds and a position in shares of the sides: red, green and blue. */
export async function coloursOf(path: string) {
  const pace = path.endsWith('.jpg') ? '' : `fps=${GRIDS_PER_S}:round=down,`;
  const pictures = `${pace}scale=${GRID_COLUMNS}:${GRID_ROWS}:flags=area,format=rgb24`;
  const args = ['-v', 'error', '-i', path, '-an', '-vf', pictures, '-f', 'rawvideo', '-'];
  const { stdout } = await run('ffmpeg', args, { encoding: 'buffer', maxBuffer: 1e8 });
  return (atS: number, x: number, y: number): readonly number[] => {
    const row = Math.round(atS * GRIDS_PER_S) * GRID_ROWS + Math.floor(y * GRID_ROWS);
    const at = 3 * (row * GRID_COLUMNS + Math.floor(x * GRID_COLUMNS));
    return [...stdout.subarray(at, at + 3)];
  };
}

/** Returns the mean level of the audio. */
export async function levelDbOf(path: string): Promise<number> {
  const { stderr } = await run('ffmpeg', ['-i', path, '-vn', '-af', 'volumedetect', '-f', 'null', '-']);
  return Number(/mean_volume: (\S+) dB/.exec(stderr)?.[1] ?? Number.NaN);
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
