/**
 * The streamer: `node source.ts KEYFRAME_SECONDS URL…` sends one 720p30 stream to every address at once until its stdin
 * closes. Frames contain the wall-clock time at which they left the "camera". Prints `SourceReport` at the end. A
 * separate process, so that the 41 MB a second of raw frames do not affect the servers.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { drawStrip, STRIP_HEIGHT_PX } from '../support/barcode.ts';

export interface SourceReport {
  /** Maximum delay of a frame. If it exceeds a few frames' time, the machine was too slow for the measurement. */
  readonly maxLateMs: number;
}

const WIDTH_PX = 1280;
const HEIGHT_PX = 720;
const FRAMES_PER_S = 30;
const FRAME_BYTES = (WIDTH_PX * HEIGHT_PX * 3) / 2;
const STRIP_BYTES = WIDTH_PX * STRIP_HEIGHT_PX;
const QUIET = ['-hide_banner', '-nostdin', '-loglevel', 'error'];

const [keyframeS = '1', ...urls] = process.argv.slice(2);
const scene = drawScene();
const ffmpeg = spawn('ffmpeg', encoderArguments(Number(keyframeS), urls), {
  stdio: ['pipe', 'inherit', 'inherit'],
});
ffmpeg.on('exit', (code) => process.exit(over.signal.aborted ? 0 : (code ?? 1)));
ffmpeg.stdin.on('error', () => {}); // A broken pipe: `exit` follows.

const over = new AbortController();
process.stdin.resume().on('close', () => over.abort());
const report: SourceReport = { maxLateMs: await film(ffmpeg.stdin) };
process.stdout.write(JSON.stringify(report));
// Without video the audio would continue forever.
ffmpeg.stdin.end();
ffmpeg.kill('SIGINT');

/** Returns one second of moving pictures with grain, which is as hard to encode as a real room. */
function drawScene(): Buffer {
  const picture = `testsrc2=size=${WIDTH_PX}x${HEIGHT_PX}:rate=${FRAMES_PER_S},noise=alls=6:allf=t`;
  const format = ['-frames:v', `${FRAMES_PER_S}`, '-pix_fmt', 'yuv420p', '-f', 'rawvideo', 'pipe:1'];
  return execFileSync('ffmpeg', [...QUIET, '-f', 'lavfi', '-i', picture, ...format], {
    maxBuffer: FRAME_BYTES * (FRAMES_PER_S + 1),
  });
}

/** OBS's settings for low latency. */
function encoderArguments(keyframeS: number, urls: readonly string[]): string[] {
  const keyframeFrames = `${keyframeS * FRAMES_PER_S}`;
  return [
    [...QUIET, '-f', 'rawvideo', '-pix_fmt', 'yuv420p', '-video_size', `${WIDTH_PX}x${HEIGHT_PX}`],
    ['-framerate', `${FRAMES_PER_S}`, '-i', 'pipe:0'],
    ['-f', 'lavfi', '-i', 'sine=frequency=440:sample_rate=48000', '-map', '0:v', '-map', '1:a'],
    ['-c:v', 'libx264', '-preset', 'veryfast', '-tune', 'zerolatency', '-flags', '+global_header'],
    ['-b:v', '2500k', '-maxrate', '2500k', '-bufsize', '2500k'],
    ['-g', keyframeFrames, '-keyint_min', keyframeFrames, '-sc_threshold', '0'],
    ['-c:a', 'aac', '-b:a', '128k', '-f', 'tee'],
    [urls.map((url) => `[f=flv:flvflags=no_duration_filesize]${url}`).join('|')],
  ].flat();
}

/** Writes frames on schedule. Returns the maximum delay. */
async function film(camera: Writable): Promise<number> {
  const startedAtMs = Date.now();
  let maxLateMs = 0;
  for (let frame = 0; !over.signal.aborted; frame += 1) {
    const dueAtMs = startedAtMs + (frame * 1000) / FRAMES_PER_S;
    const waitMs = dueAtMs - Date.now();
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
    const nowMs = Date.now();
    maxLateMs = Math.max(maxLateMs, nowMs - dueAtMs);
    const from = (frame % FRAMES_PER_S) * FRAME_BYTES;
    camera.write(drawStrip(WIDTH_PX, nowMs));
    const hasRoom = camera.write(scene.subarray(from + STRIP_BYTES, from + FRAME_BYTES));
    if (!hasRoom) await once(camera, 'drain');
  }
  return maxLateMs;
}
