/** How loud a microphone is. Pure. */

/** Below this nobody hears anything: decibels under the loudest there is. */
const SILENCE_DB = -60;

/** Loudness from 0 (silence) to 1 of samples between -1 and 1: their RMS in decibels, as ears hear it. */
export function levelOf(samples: Float32Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  const rms = Math.sqrt(sum / Math.max(1, samples.length));
  if (rms === 0) return 0;
  return Math.min(1, Math.max(0, 1 - (20 * Math.log10(rms)) / SILENCE_DB));
}
