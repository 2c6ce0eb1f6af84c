import type { Picture } from '../drawing/picture.ts';
import type { Scenery } from '../drawing/posters.ts';

/** The picture and sound of a live fan: layers that ffmpeg combines and rotates. */
export interface Scene {
  /** From back to front. */
  readonly layers: readonly Picture[];
  /** ffmpeg's filter graph from `[layer0]`, `[layer1]` … to `[picture]`. */
  readonly graph: string;
  readonly sound: Sound;
}

/** Draws the scene with `scale` pixels per unit of `SCENE_WIDTH` and `SCENE_HEIGHT`. */
export type SceneOf = (scenery: Scenery, scale: number) => Scene;

export interface Sound {
  readonly noise: 'pink' | 'brown';
  /** Cut-off frequency of the noise in Hz. */
  readonly lowpassHz: number;
  /** Blade passes per second: the frequency of a tone, and of the air's swelling. */
  readonly passesPerSecond: number;
  /** Amount of swelling, 0 to 1. */
  readonly swell: number;
}

export const SCENE_WIDTH = 1280;
export const SCENE_HEIGHT = 720;
export const FRAMES_PER_SECOND = 30;
/** Everything in a scene returns to its start after this time, so that the loop has no seam. */
export const LOOP_S = 8;
export const LOOP_FRAMES = LOOP_S * FRAMES_PER_SECOND;

/** ffmpeg's `rotate` by `turns` complete turns per loop; uncovered areas stay transparent. */
export const turning = (turns: number): string => `rotate=a='2*PI*${turns}*n/${LOOP_FRAMES}':c=none`;

/** Averages what the blades cover while a camera's shutter is open, which is half a frame. */
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

/** ffmpeg's `overlay` at a position of the scene, at any scale. */
export const placedAt = (x: number, y: number): string =>
  `overlay=x=W*${x / SCENE_WIDTH}:y=H*${y / SCENE_HEIGHT}`;
