import type { Picture } from '../drawing/picture.ts';
import type { Scenery } from '../drawing/posters.ts';

/** What a live fan shows and how it sounds: layers that ffmpeg puts together and turns. */
export interface Scene {
  /** From the back to the front. */
  readonly layers: readonly Picture[];
  /** ffmpeg's filter graph from `[layer0]`, `[layer1]` … to `[picture]`. */
  readonly graph: string;
  readonly sound: Sound;
}

/** Draws the scene of a look, with `scale` pixels for each of `SCENE_WIDTH` and `SCENE_HEIGHT`. */
export type SceneOf = (scenery: Scenery, scale: number) => Scene;

export interface Sound {
  readonly noise: 'pink' | 'brown';
  /** Above this the noise fades, in Hz. */
  readonly lowpassHz: number;
  /** How often a blade passes: a tone, and the air swells with each. */
  readonly passesPerSecond: number;
  /** How much it swells, 0 to 1. */
  readonly swell: number;
}

export const SCENE_WIDTH = 1280;
export const SCENE_HEIGHT = 720;
export const FRAMES_PER_SECOND = 30;
/** Everything in a scene returns to its beginning after this time, so that the loop has no seam. */
export const LOOP_S = 8;
export const LOOP_FRAMES = LOOP_S * FRAMES_PER_SECOND;

/** ffmpeg's `rotate` by `turns` whole turns a loop; what it uncovers stays transparent. */
export const turning = (turns: number): string => `rotate=a='2*PI*${turns}*n/${LOOP_FRAMES}':c=none`;

/** A camera's shutter is open for half a frame: the middle of what the blades cover meanwhile. */
export function blurred(turnsPerLoop: number, paintAt: (angle: number) => Picture): Picture {
  const copies = 6;
  const shutter = ((2 * Math.PI * turnsPerLoop) / LOOP_FRAMES) * 0.5;
  const pictures = Array.from({ length: copies }, (_, copy) => paintAt((copy / copies) * shutter));
  const [first] = pictures;
  if (!first) throw new Error('Nothing was painted');
  const pixels = first.pixels.map(
    (_, at) => pictures.reduce((sum, { pixels }) => sum + (pixels[at] ?? 0), 0) / copies,
  );
  return { ...first, pixels };
}

/** ffmpeg's `overlay` at a place of the scene, however large it is filmed. */
export const placedAt = (x: number, y: number): string =>
  `overlay=x=W*${x / SCENE_WIDTH}:y=H*${y / SCENE_HEIGHT}`;
