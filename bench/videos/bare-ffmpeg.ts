/** Plain ffmpeg: creates the clips that are published, and the baseline's ladder. */
import { execFile } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const QUIET = ['-nostdin', '-v', 'error', '-y'];
const FRAMES_PER_SECOND = 30;

/** As in Fanfare's job for a 720p source (`functions/videos/transcode/transcode-outputs.ts`). */
const RENDITIONS = [
  { size: '1280:720', maxBitsPerSecond: 3_000_000 },
  { size: '854:480', maxBitsPerSecond: 1_500_000 },
  { size: '640:360', maxBitsPerSecond: 800_000 },
];
const GOP_FRAMES = `${2 * FRAMES_PER_SECOND}`;
const H264 = ['-preset', 'faster', '-profile:v', 'high', '-crf', '23', '-bf', '2'];
const GOP = ['-g', GOP_FRAMES, '-keyint_min', GOP_FRAMES, '-sc_threshold', '0'];
const AAC = ['-c:a', 'aac', '-b:a', '128k', '-ar', '48000', '-ac', '2'];
const HLS = ['-f', 'hls', '-hls_time', '2', '-hls_list_size', '0', '-hls_playlist_type', 'vod'];

const TETHER = join(import.meta.dirname, '../../infra/local/system/exit-with-parent.ts');

/** With the priority of Fanfare's jobs, so that other load slows both equally, and tied to this process like them. */
const run = (args: readonly string[]) =>
  promisify(execFile)(process.execPath, [TETHER, 'nice', '-n', '10', 'ffmpeg', ...QUIET, ...args]);

/** Creates a clip of 720p30 with sound: moving shapes under a camera's grain. */
export async function makeClip(path: string, seconds: number): Promise<void> {
  const picture = `testsrc2=size=1280x720:rate=${FRAMES_PER_SECOND}:duration=${seconds},noise=alls=6:allf=t`;
  const sound = `sine=frequency=440:sample_rate=48000:duration=${seconds}`;
  const inputs = ['-f', 'lavfi', '-i', picture, '-f', 'lavfi', '-i', sound];
  await run([
    ...inputs,
    '-c:v',
    'libx264',
    '-preset',
    'veryfast',
    '-pix_fmt',
    'yuv420p',
    '-c:a',
    'aac',
    path,
  ]);
}

/** Creates the ladder of a 720p30 clip with one command, without poster and storyboard. Returns the duration in ms. */
export async function bareTranscode(path: string, folder: string): Promise<number> {
  mkdirSync(folder);
  const startedAtMs = performance.now();
  await run(['-i', path, '-filter_complex', graph(), ...encoders(), ...playlists(folder)]);
  const tookMs = performance.now() - startedAtMs;
  rmSync(folder, { recursive: true });
  return tookMs;
}

function graph(): string {
  const inlets = RENDITIONS.map((_, index) => `[in${index}]`).join('');
  const branches = RENDITIONS.map(({ size }, index) => `[in${index}]scale=${size}[out${index}]`);
  return [`[0:v]split=${RENDITIONS.length}${inlets}`, ...branches].join(';');
}

function encoders(): string[] {
  const maps = RENDITIONS.flatMap((_, index) => ['-map', `[out${index}]`, '-map', '0:a']);
  const rates = RENDITIONS.flatMap(({ maxBitsPerSecond }, index) => [
    `-maxrate:v:${index}`,
    `${maxBitsPerSecond}`,
    `-bufsize:v:${index}`,
    `${2 * maxBitsPerSecond}`,
  ]);
  return [...maps, '-c:v', 'libx264', ...H264, ...GOP, ...rates, ...AAC];
}

const playlists = (folder: string): string[] => [
  ...HLS,
  '-var_stream_map',
  RENDITIONS.map((_, index) => `v:${index},a:${index}`).join(' '),
  '-master_pl_name',
  'video.m3u8',
  '-hls_segment_filename',
  join(folder, 'video_%v_%05d.ts'),
  join(folder, 'video_%v.m3u8'),
];
