/** One playback of a video's sound, without its picture where that can be. */
import { attachHlsJs, hasMediaSource } from './playback.ts';
import type { SoundPlayback } from './playback.types.ts';

/** Whether the sound of a video can be had through Web Audio: browsers give none of what they play by themselves. */
export const canLoadSound = hasMediaSource;

/**
 * Loads the sound of a video: alone where its playlist offers that, else with the smallest picture. Calls `lost` where
 * it cannot go on. Answers how to end it.
 */
export function loadSound(playback: SoundPlayback, lost: () => void): () => void {
  const reports = { report: lost, onSteering: () => undefined };
  return attachHlsJs(({ attachSound }) => attachSound(playback, reports), reports);
}
