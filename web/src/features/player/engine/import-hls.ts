/** Loads hls.js and what plays through it. */
import type * as Playback from './hls/hls-playback.ts';

export const importHls = (): Promise<typeof Playback> => import('./hls/hls-playback.ts');

/** The same for a camera's stream; an encoder's needs more. */
export const importLive = (isCamera = false): Promise<Pick<typeof Playback, 'attachLive'>> =>
  isCamera ? importHls() : import('./announced/hls-announced.ts');
