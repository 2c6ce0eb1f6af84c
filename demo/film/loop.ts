import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { encodePng } from '../drawing/png.ts';
import { FRAMES_PER_SECOND, LOOP_S, type Scene } from './scene.ts';
import { soundGraph } from './sound.ts';

const run = promisify(execFile);

/**
 * Renders a scene once into a film of `LOOP_S` seconds that can be sent in a loop without re-encoding. Returns its
 * path. Without B-frames, and as long as a whole number of AAC frames (8 s × 48,000 ÷ 1,024 = 375), so that it loops
 * seamlessly. Throws ffmpeg's output if it fails.
 */
export async function renderLoop(
  { layers, graph, sound }: Scene,
  folder: string,
  name: string,
  signal: AbortSignal,
): Promise<string> {
  const paths = layers.map((_, index) => join(folder, `${name}-${index}.png`));
  await Promise.all(layers.map((layer, index) => writeFile(paths[index] ?? '', encodePng(layer))));
  const film = join(folder, `${name}.mp4`);
  const graphs = [...layers.map((_, index) => stillPicture(index)), graph, soundGraph(sound)].join(';');
  const inputs = paths.flatMap((path) => ['-framerate', String(FRAMES_PER_SECOND), '-i', path]);
  const outputs = ['-filter_complex', graphs, '-map', '[picture]', '-map', '[sound]'];
  const quiet = ['-nostdin', '-hide_banner', '-loglevel', 'error', '-y'];
  await run('ffmpeg', [...quiet, ...inputs, ...outputs, ...ENCODING, '-t', String(LOOP_S), film], {
    signal,
  });
  return film;
}

/** A keyframe each second, so that players start fast and segments can be cut. */
const VIDEO = `-c:v libx264 -preset veryfast -crf 22 -maxrate 3M -bufsize 3M -bf 0 -pix_fmt yuv420p
  -r ${FRAMES_PER_SECOND} -g ${FRAMES_PER_SECOND} -keyint_min ${FRAMES_PER_SECOND} -sc_threshold 0`;
const AUDIO = '-c:a aac -b:a 96k -ar 48000 -ac 2';
const ENCODING = `${VIDEO} ${AUDIO}`.split(/\s+/);

/** One picture, read and converted once, and repeated as long as needed. */
const stillPicture = (index: number): string =>
  `[${index}:v]format=yuva420p,loop=loop=-1:size=1,setpts=N/(${FRAMES_PER_SECOND}*TB)[layer${index}]`;
