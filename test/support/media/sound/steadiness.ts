/** How steady a sound is, to detect audible seams. */

export interface Steadiness {
  /** The longest silence. */
  readonly silentMs: number;
  /** The largest change of loudness between two windows. */
  readonly stepDb: number;
}

const SILENT_WINDOW_MS = 1;
/** Share of the usual loudness that counts as silence: -40 dB. */
const SILENT_SHARE = 0.01;
/** Window length. Shorter windows of noise vary too much. */
const MOMENT_MS = 400;
const MOMENT_HOP_MS = 50;

export function steadinessOf(samples: Float32Array, sampleRate: number): Steadiness {
  const perMs = sampleRate / 1000;
  const loudness = (fromMs: number, forMs: number) =>
    rms(samples.subarray(Math.round(fromMs * perMs), Math.round((fromMs + forMs) * perMs)));
  const lengthMs = samples.length / perMs;
  const usual = rms(samples);
  let [run, silentMs] = [0, 0];
  for (let ms = 0; ms + SILENT_WINDOW_MS <= lengthMs; ms += SILENT_WINDOW_MS) {
    run = loudness(ms, SILENT_WINDOW_MS) < usual * SILENT_SHARE ? run + SILENT_WINDOW_MS : 0;
    silentMs = Math.max(silentMs, run);
  }
  let stepDb = 0;
  for (let ms = 0; ms + 2 * MOMENT_MS <= lengthMs; ms += MOMENT_HOP_MS) {
    const ratio = loudness(ms + MOMENT_MS, MOMENT_MS) / loudness(ms, MOMENT_MS);
    stepDb = Math.max(stepDb, Math.abs(20 * Math.log10(ratio)));
  }
  return { silentMs, stepDb };
}

const LOUD_MOMENT_MS = 100;

/** Returns the maximum loudness, because a machine that is too busy to decode causes gaps. 0 for an empty sound. */
export function loudestMoment(samples: Float32Array, sampleRate: number): number {
  const length = Math.round((sampleRate * LOUD_MOMENT_MS) / 1000);
  let loudest = 0;
  for (let from = 0; from < samples.length; from += length)
    loudest = Math.max(loudest, rms(samples.subarray(from, from + length)));
  return loudest;
}

const rms = (samples: Float32Array): number =>
  Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / Math.max(1, samples.length));
