import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll } from 'vitest';
import { cachedMedia } from './cached-files.ts';

const run = promisify(execFile);

export async function ffmpeg(...args: readonly string[]): Promise<string> {
  return (await run('ffmpeg', ['-v', 'error', '-nostdin', '-y', ...args], { maxBuffer: 1e8 })).stderr;
}

export interface Shape {
  /** @default 320x240 */
  readonly size?: string;
  /** @default 2.5 */
  readonly seconds?: number;
  /** @default 30 */
  readonly rate?: number;
  /** @default true */
  readonly picture?: boolean;
  /** @default true */
  readonly sound?: boolean;
  /** The encoders, and other arguments before the file's name. */
  readonly codecs: readonly string[];
}

export const H264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac'];
export const VP9 = ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8', '-c:a', 'libopus'];
export const HEVC = [
  '-c:v',
  'libx265',
  '-preset',
  'ultrafast',
  '-x265-params',
  'log-level=none',
  '-c:a',
  'aac',
];

/** Creates test videos in a folder that is deleted after the file's tests. */
export function useMedia(): (name: string, shape: Shape) => Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), 'fanfare-media-'));
  afterAll(() => rmSync(directory, { recursive: true, force: true }));
  return async (
    name,
    { size = '320x240', seconds = 2.5, rate = 30, picture = true, sound = true, codecs },
  ) => {
    const path = join(directory, name);
    const video = ['-f', 'lavfi', '-i', `testsrc2=size=${size}:rate=${rate}:duration=${seconds}`];
    const audio = ['-f', 'lavfi', '-i', `sine=frequency=440:sample_rate=48000:duration=${seconds}`];
    const args = [...(picture ? video : []), ...(sound ? audio : []), ...codecs];
    await copyFile(await cachedMedia(ffmpeg, args, extname(name)), path);
    return path;
  };
}

export interface Probed {
  readonly durationS: number;
  /** Start of video and audio. */
  readonly startsS: { readonly v: number; readonly a: number };
  readonly video?: {
    readonly codec: string;
    readonly width: number;
    readonly height: number;
    readonly rate: string;
    readonly hasBFrames: number;
  };
  readonly audio?: { readonly codec: string; readonly sampleRate: string; readonly channels: number };
}

/** ffprobe's result for a file or playlist. */
export async function ffprobe(path: string): Promise<Probed> {
  const args = ['-v', 'error', '-show_streams', '-show_format', '-of', 'json', path];
  const { streams, format } = JSON.parse((await run('ffprobe', args)).stdout) as {
    streams: Record<string, string & number>[];
    format: { duration?: string };
  };
  const video = streams.find((stream) => stream['codec_type'] === 'video');
  const audio = streams.find((stream) => stream['codec_type'] === 'audio');
  return {
    durationS: Number(format.duration),
    startsS: { v: Number(video?.['start_time']), a: Number(audio?.['start_time']) },
    ...(video && {
      video: {
        codec: video['codec_name']!,
        width: video['width']!,
        height: video['height']!,
        rate: video['r_frame_rate']!,
        hasBFrames: video['has_b_frames']!,
      },
    }),
    ...(audio && {
      audio: { codec: audio['codec_name']!, sampleRate: audio['sample_rate']!, channels: audio['channels']! },
    }),
  };
}

/** Returns the times of a file's pictures in seconds, in display order; of keyframes only if requested. */
export async function pictureTimesS(path: string, which: 'all' | 'keyframes'): Promise<number[]> {
  const skip = which === 'keyframes' ? ['-skip_frame', 'nokey'] : [];
  const show = ['-select_streams', 'v:0', '-show_entries', 'frame=pts_time', '-of', 'csv=p=0'];
  const { stdout } = await run('ffprobe', ['-v', 'error', ...skip, ...show, path]);
  return stdout
    .split('\n')
    .map((line) => Number.parseFloat(line))
    .filter((time) => !Number.isNaN(time));
}

/** Returns the similarity of two videos' first pictures in dB; above 25 they are the same. The sizes may differ. */
export async function likenessDb(path: string, other: string): Promise<number> {
  const graph = '[0:v][1:v]scale2ref[a][b];[a]setsar=1[c];[b]setsar=1[d];[c][d]psnr';
  const args = ['-nostdin', '-i', path, '-i', other, '-lavfi', graph, '-frames:v', '1', '-f', 'null', '-'];
  const { stderr } = await run('ffmpeg', args);
  return Number.parseFloat(/average:(\S+)/.exec(stderr)?.[1] ?? 'NaN');
}

/** Returns a media playlist's segments. */
export const segmentsOf = (playlist: string): { readonly name: string; readonly seconds: number }[] =>
  Array.from(playlist.matchAll(/^#EXTINF:([\d.]+),.*\n([^#\n]+)$/gm), ([, seconds, name]) => ({
    name: name ?? '',
    seconds: Number(seconds),
  }));
