import { execFile } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { coveredSound, pictureSpan } from '#infra/local/transcoder/ffmpeg/covered-sound.ts';
import { boxesOf } from '#functions/browser-stream/media/mp4-boxes.ts';
import { cachedFile } from './cached-files.ts';
import { ffmpeg } from './transcoder-media.ts';

const run = promisify(execFile);

/** ffmpeg's arguments that correspond to a window's job. */
const JOB = [
  ['-vf', 'fps=30', '-c:v', 'libx264', '-preset', 'veryfast', '-profile:v', 'main', '-crf', '23'],
  ['-g', '60', '-keyint_min', '60', '-sc_threshold', '0', '-bf', '0'],
  ['-c:a', 'aac', '-b:a', '128k', '-ar', '48000', '-ac', '2', '-f', 'mpegts'],
].flat();

/** Gaps in the audio are filled with silence. */
const SOUND = 'aresample=async=1';

/** Transcodes a window's file, which must decode without errors, as MediaConvert does at its worst. */
export async function runJob(webm: Uint8Array, more: readonly string[] = []): Promise<Uint8Array> {
  const job = [...JOB, ...more];
  const path = await cachedFile([webm, 'covered', SOUND, ...job], '.ts', async (to) => {
    const from = `${to}.webm`;
    await writeFile(from, webm);
    const sound = [coveredSound(await pictureSpan(from)), SOUND].join(',');
    const complaints = await ffmpeg('-xerror', '-copyts', '-i', from, '-af', sound, ...job, to);
    await rm(from);
    if (complaints !== '') throw new Error(complaints);
  });
  return readFile(path);
}

/** Throws on any error output of the decoder, except about the end of the file. */
async function decoded(path: string, ...args: readonly string[]): Promise<Buffer> {
  const options = { encoding: 'buffer', maxBuffer: 2e8 } as const;
  const { stdout, stderr } = await run('ffmpeg', ['-v', 'error', '-i', path, ...args, '-'], options);
  const complaints = stderr
    .toString()
    .split('\n')
    .filter((line) => !line.includes('File ended prematurely'));
  if (complaints.join('') !== '') throw new Error(complaints.join('\n'));
  return stdout;
}

const COLUMNS = 8;
const ROWS = 4;
const BITS = 16;

/** Returns the counter of each frame of a generated recording, in order. */
export async function countersOf(path: string): Promise<number[]> {
  // Two frames of a camera may have the same millisecond, which the muxer would report.
  const filter = `scale=${COLUMNS}:${ROWS}:flags=area,format=gray,setpts=N`;
  const args = ['-an', '-fps_mode', 'passthrough', '-enc_time_base', '-1', '-vf', filter, '-f', 'rawvideo'];
  const bytes = await decoded(path, ...args);
  const frameBytes = COLUMNS * ROWS;
  return Array.from({ length: bytes.length / frameBytes }, (_, frame) => {
    const cells = bytes.subarray(frame * frameBytes, frame * frameBytes + BITS);
    return cells.reduce((counter, cell, bit) => counter + (cell > 127 ? 2 ** bit : 0), 0);
  });
}

/** The same for a file that is always equal, for example a replay of a fixture. */
export async function knownCountersOf(path: string): Promise<number[]> {
  const json = await cachedFile(['counters', await readFile(path)], '.json', async (to) =>
    writeFile(to, JSON.stringify(await countersOf(path))),
  );
  return JSON.parse(await readFile(json, 'utf8')) as number[];
}

/** Returns the audio, mixed to one channel at 48 kHz. */
export async function samplesOf(path: string): Promise<Float32Array> {
  const bytes = await decoded(path, '-vn', '-ac', '1', '-ar', '48000', '-f', 'f32le');
  return new Float32Array(new Uint8Array(bytes).buffer);
}

/** Start and end of a fragment's track, in ticks of its timescale. */
export interface FragmentTrack {
  readonly startTicks: number;
  readonly endTicks: number;
  readonly samples: number;
}

/** Returns the tracks of a segment from `tfhd`, `tfdt` and `trun` (ISO 14496-12 §8.8.7, §8.8.8, §8.8.12). */
export function fragmentTracks(segment: Uint8Array): {
  readonly number: number;
  readonly tracks: FragmentTrack[];
} {
  const tracks: FragmentTrack[] = [];
  let number = 0;
  let [startTicks, defaultTicks] = [0, 0];
  for (const { type, body } of boxesOf(segment)) {
    if (type === 'mfhd') number = body.getUint32(4);
    if (type === 'tfhd') defaultTicks = defaultDuration(body);
    if (type === 'tfdt')
      startTicks = body.getUint8(0) === 1 ? Number(body.getBigUint64(4)) : body.getUint32(4);
    if (type !== 'trun') continue;
    const durations = sampleDurations(body, defaultTicks);
    const endTicks = durations.reduce((sum, ticks) => sum + ticks, startTicks);
    tracks.push({ startTicks, endTicks, samples: durations.length });
  }
  return { number, tracks };
}

const countOnes = (flags: number, mask: number): number =>
  (flags & mask).toString(2).replaceAll('0', '').length;

function defaultDuration(body: DataView): number {
  const flags = body.getUint32(0) & 0xffffff;
  const at = 8 + (flags & 1 ? 8 : 0) + (flags & 2 ? 4 : 0);
  return flags & 8 ? body.getUint32(at) : 0;
}

function sampleDurations(body: DataView, defaultTicks: number): number[] {
  const flags = body.getUint32(0) & 0xffffff;
  const at = 8 + 4 * countOnes(flags, 0x5);
  const stride = 4 * countOnes(flags, 0xf00);
  return Array.from({ length: body.getUint32(4) }, (_, index) =>
    flags & 0x100 ? body.getUint32(at + index * stride) : defaultTicks,
  );
}
