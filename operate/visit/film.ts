/** The test film: a moving picture and a tone. */
import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A whole number of AAC frames (8 s × 48,000 ÷ 1,024 = 375), so that the film loops seamlessly. */
export const FILM_S = 8;
const FRAMES_PER_SECOND = 30;
const QUIET = ['-nostdin', '-hide_banner', '-loglevel', 'error', '-y'];
const PICTURE = ['-f', 'lavfi', '-i', `testsrc2=s=640x360:r=${FRAMES_PER_SECOND}`];
const TONE = ['-f', 'lavfi', '-i', 'sine=f=440:r=48000'];
/** No B-frames, and a keyframe each second: so segments need no transcoding (`docs/live-by-api.md`). */
const ENCODERS = `-c:v libx264 -preset veryfast -profile:v main -bf 0 -pix_fmt yuv420p -g ${FRAMES_PER_SECOND}
  -keyint_min ${FRAMES_PER_SECOND} -sc_threshold 0 -b:v 1M -maxrate 1M -bufsize 1M -c:a aac -b:a 96k`.split(
  /\s+/,
);

/** Throws an error with a message for the operator if there is no ffmpeg. */
export async function requireFfmpeg(): Promise<void> {
  try {
    await Promise.all(['ffmpeg', 'ffprobe'].map((program) => run(program, ['-version'])));
  } catch (cause) {
    throw new Error('This needs ffmpeg and ffprobe, which send and watch the pictures.', { cause });
  }
}

/** Creates an MP4 of eight seconds in a folder. Returns its path. Throws ffmpeg's output. */
export async function makeFilm(folder: string): Promise<string> {
  const film = join(folder, 'film.mp4');
  await run('ffmpeg', [...QUIET, ...PICTURE, ...TONE, '-t', `${FILM_S}`, ...ENCODERS, film]);
  return film;
}

/** Loops the film for so many seconds, in segments of one second, each with its header in front. */
export async function cutFilm(film: string, seconds: number, folder: string): Promise<Buffer[]> {
  const cut = join(folder, 'segments');
  await mkdir(cut);
  const endless = ['-stream_loop', '-1', '-i', film, '-t', `${seconds}`, '-c', 'copy'];
  const hls = '-f hls -hls_segment_type fmp4 -hls_time 1 -hls_list_size 0'.split(' ');
  const files = ['-hls_segment_filename', join(cut, '%04d.m4s'), join(cut, 'index.m3u8')];
  await run('ffmpeg', [...QUIET, ...endless, ...hls, ...files]);
  const names = (await readdir(cut)).filter((name) => name.endsWith('.m4s'));
  const read = (name: string) => readFile(join(cut, name));
  const header = await read('init.mp4');
  return Promise.all(names.toSorted().map(async (name) => Buffer.concat([header, await read(name)])));
}
