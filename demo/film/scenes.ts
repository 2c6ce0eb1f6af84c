/** All scenes by name. */
import { boxRotor, industrialRotor } from '../drawing/framed-fans.ts';
import { vintageRotor } from '../drawing/standing-fans.ts';
import { overheadFan } from './ceiling-fan-scene.ts';
import { deskFan } from './desk-fan-scene.ts';
import type { SceneOf } from './scene.ts';
import { steadyFan } from './steady-fan-scene.ts';

export const scenes = {
  desk: deskFan,
  overhead: overheadFan,
  industrial: steadyFan(industrialRotor, { turns: 27, noise: 'pink', lowpassHz: 1100, swell: 0.2 }),
  box: steadyFan(boxRotor, { turns: 14, noise: 'brown', lowpassHz: 480, swell: 0.1 }),
  vintage: steadyFan(vintageRotor, { turns: 11, noise: 'pink', lowpassHz: 520, swell: 0.3 }),
} as const satisfies Record<string, SceneOf>;

export type SceneName = keyof typeof scenes;
