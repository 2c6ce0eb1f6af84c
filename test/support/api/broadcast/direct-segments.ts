import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { jpegOf } from '../../media/annotated-pictures.ts';
import { cachedFileSync } from '../../media/cached-files.ts';

export interface SegmentOptions {
  /** @default 4 */
  readonly seconds?: number;
  /** @default '320x180' */
  readonly size?: string;
  /** Of each segment. @default 1 */
  readonly segmentS?: number;
  /** Further options of ffmpeg's encoders, which count more than the usual ones. */
  readonly encoding?: readonly string[];
  /** @default a picture that moves, with a tone */
  readonly inputs?: readonly string[];
}

export const TONE = ['-f', 'lavfi', '-i', 'sine=f=440:r=48000'];

const VIDEO = ['-c:v', 'libx264', '-preset', 'ultrafast', '-profile:v', 'main', '-bf', '0'];
const KEYFRAMES = ['-pix_fmt', 'yuv420p', '-g', '30', '-keyint_min', '30', '-sc_threshold', '0'];
/** A keyframe each second, as segments need them. */
export const ENCODERS = [...VIDEO, ...KEYFRAMES, '-c:a', 'aac', '-b:a', '64k'];

/** Segments as a client without a browser makes them: ffmpeg's, each with its header in front (`docs/live-by-api.md`). */
export function makeSegments(made: SegmentOptions = {}): Uint8Array<ArrayBuffer>[] {
  const { seconds = 4, size = '320x180', segmentS, encoding = [] } = made;
  const picture = ['-f', 'lavfi', '-i', `testsrc2=s=${size}:r=30`];
  const inputs = made.inputs ?? [...picture, ...TONE];
  return segmented([...inputs, '-t', `${seconds}`, ...ENCODERS, ...encoding], segmentS);
}

/** What ffmpeg makes by these arguments, cut into segments of so many seconds: made once, as they name no file that changes. */
export function segmented(args: readonly string[], segmentS = 1): Uint8Array<ArrayBuffer>[] {
  const kept = cachedFileSync([`${segmentS}`, ...args], '.segments', (path) =>
    writeFileSync(path, serialize(cut(args, segmentS))),
  );
  const segments = deserialize(readFileSync(kept)) as readonly Uint8Array[];
  // Each with memory of its own: who sends one gives it away.
  return segments.map((bytes) => concatBytes(bytes));
}

function cut(args: readonly string[], segmentS: number): Uint8Array[] {
  const folder = mkdtempSync(join(tmpdir(), 'fanfare-segments-'));
  try {
    return cutByFfmpeg(folder, args, segmentS);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function cutByFfmpeg(folder: string, args: readonly string[], segmentS: number): Uint8Array[] {
  const hls = ['-f', 'hls', '-hls_segment_type', 'fmp4', '-hls_time', `${segmentS}`, '-hls_list_size', '0'];
  const files = ['-hls_segment_filename', join(folder, '%04d.m4s'), join(folder, 'index.m3u8')];
  execFileSync('ffmpeg', ['-v', 'error', ...args, ...hls, ...files]);
  const init = readFileSync(join(folder, 'init.mp4'));
  const names = readdirSync(folder).filter((name) => name.endsWith('.m4s'));
  return names.toSorted().map((name) => concatBytes(init, readFileSync(join(folder, name))));
}

export function concatBytes(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(Buffer.concat(parts));
}

/** The smallest picture; its content does not matter. */
export const JPEG = jpegOf(2, 2);
