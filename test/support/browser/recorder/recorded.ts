/** Inspects a direct recorder's output, as a server and a player would. */
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  type CheckedRendition,
  checkSegment,
} from '#functions/browser-stream/media/segment/check-segment.ts';
import {
  MAX_SEGMENT_BYTES,
  MAX_SEGMENT_MS,
  MAX_SMALL_SEGMENT_BYTES,
  MIN_SEGMENT_MS,
} from '#shared/limits.ts';
import { type FragmentTrack, fragmentTracks, samplesOf } from '../../media/joined-media.ts';

const run = promisify(execFile);

export interface RecordedFile {
  readonly init: Uint8Array;
  readonly fragment: Uint8Array;
  readonly picture: FragmentTrack;
  readonly sound: FragmentTrack;
}

/** Those of the product. */
export const SEGMENT_LIMITS = {
  minMs: MIN_SEGMENT_MS,
  maxMs: MAX_SEGMENT_MS,
  maxMainBytes: MAX_SEGMENT_BYTES,
  maxSmallBytes: MAX_SMALL_SEGMENT_BYTES,
};

/** Returns the renditions of each segment as viewers get them, `main` first. Throws if the server would reject one. */
export const readSegments = (segments: readonly string[]): RecordedFile[][] =>
  segments.map((base64, seq) => {
    const { main, small } = checkSegment(Buffer.from(base64, 'base64'), seq, SEGMENT_LIMITS);
    return (small ? [main, small] : [main]).map(readRendition);
  });

function readRendition({ init, fragment }: CheckedRendition): RecordedFile {
  const [picture, sound, ...more] = fragmentTracks(fragment).tracks;
  if (!picture || !sound || more.length > 0) throw new Error('A fragment has other tracks than two');
  return { init, fragment, picture, sound };
}

/** Writes segments that share a header to one film. Returns its path. */
export function writeFilm(folder: string, name: string, files: readonly RecordedFile[]): string {
  const path = join(folder, name);
  writeFileSync(
    path,
    Buffer.concat([files[0]?.init ?? new Uint8Array(), ...files.map(({ fragment }) => fragment)]),
  );
  return path;
}

interface Picture {
  readonly ms: number;
  readonly isKey: boolean;
}

/** Returns every picture in order, decodable or not. */
export const picturesOf = (path: string): Promise<Picture[]> => packetsOf(path, 'v');

async function packetsOf(path: string, track: 'v' | 'a'): Promise<Picture[]> {
  const entries = ['-show_entries', 'packet=pts_time,flags', '-of', 'csv=p=0'];
  const args = ['-v', 'error', '-select_streams', track, ...entries];
  const { stdout } = await run('ffprobe', [...args, path]);
  const lines = stdout.trim().split('\n');
  return lines.map((line) => {
    const [seconds = '', flags = ''] = line.split(',');
    return { ms: Number(seconds) * 1000, isKey: flags.startsWith('K') };
  });
}

const [DARK, BRIGHT] = [60, 160];
const LOUD = 0.1;
const SAMPLES_PER_MS = 48;
/** Minimum pause between two claps. */
const QUIET_MS = 300;

/** Returns how much later than its tone each white picture comes, in ms. Throws if the film cannot be decoded. */
export async function soundDelaysMs(path: string): Promise<number[]> {
  const [pictures, lumas, samples, sounds] = await Promise.all([
    picturesOf(path),
    lumasOf(path),
    samplesOf(path),
    packetsOf(path, 'a'),
  ]);
  if (lumas.length !== pictures.length)
    throw new Error(`Of ${pictures.length} pictures ${lumas.length} decode`);
  const flashes = pictures.flatMap(({ ms }, index) => {
    return index > 0 && lumas[index - 1]! < DARK && lumas[index]! > BRIGHT ? [ms] : [];
  });
  const tones = onsets(samples).map((ms) => ms + (sounds[0]?.ms ?? 0));
  return flashes.flatMap((flash) => {
    const tone = tones.toSorted((a, b) => Math.abs(a - flash) - Math.abs(b - flash))[0];
    return tone === undefined || Math.abs(tone - flash) > QUIET_MS ? [] : [flash - tone];
  });
}

async function lumasOf(path: string): Promise<number[]> {
  const filter = [
    '-an',
    '-fps_mode',
    'passthrough',
    '-enc_time_base',
    '-1',
    '-vf',
    'scale=1:1:flags=area,format=gray',
  ];
  const options = { encoding: 'buffer', maxBuffer: 1e7 } as const;
  const { stdout } = await run(
    'ffmpeg',
    ['-v', 'error', '-i', path, ...filter, '-f', 'rawvideo', '-'],
    options,
  );
  return [...stdout];
}

/** Returns the times at which silence ends, in ms. */
function onsets(samples: Float32Array): number[] {
  const found: number[] = [];
  let loudAtMs = -Infinity;
  for (const [index, sample] of samples.entries()) {
    if (Math.abs(sample) < LOUD) continue;
    const ms = index / SAMPLES_PER_MS;
    if (ms - loudAtMs > QUIET_MS) found.push(ms);
    loudAtMs = ms;
  }
  return found;
}

/** Returns the brightness from 0 to 255 of a part of the picture at a time; ffmpeg's filters select the part. */
async function brightnessAt(path: string, atS: number, filters: string): Promise<Buffer> {
  const args = [
    '-v',
    'error',
    '-ss',
    `${atS}`,
    '-i',
    path,
    '-frames:v',
    '1',
    '-vf',
    `${filters},format=gray`,
  ];
  const { stdout } = await run('ffmpeg', [...args, '-f', 'rawvideo', '-'], { encoding: 'buffer' });
  return stdout;
}

/** Returns the side of the upper corner with the clapper's grey mark. */
export async function markedCorner(path: string): Promise<'left' | 'right' | 'neither'> {
  const isMarked = async (x: string) => {
    const [gray = 0] = await brightnessAt(path, 0.3, `crop=60:60:${x}:10,scale=1:1`);
    return gray > 50 && gray < 130;
  };
  if (await isMarked('10')) return 'left';
  return (await isMarked('iw-70')) ? 'right' : 'neither';
}

/** Returns the brightness of the brightest point in the centre. */
export const brightestAtS = async (path: string, atS: number): Promise<number> =>
  Math.max(...(await brightnessAt(path, atS, 'crop=iw*0.6:ih*0.2')));
