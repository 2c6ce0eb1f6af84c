/**
 * The clock of a recording: it counts the samples of its sound, and pictures are placed by it, so that the sound is
 * never stretched. Where sound fails to come it counts silence; where the computer slept it jumps. Pure; times in ms.
 */
import { ArrivalClock } from './arrival-clock.ts';

/** An AAC frame's samples: sound is placed on a grid of them. */
export const AAC_FRAME_SAMPLES = 1024;

/** A busy machine's sound comes late by less; after so long without any there is silence. */
const SILENT_AFTER_MS = 1000;
/** How often silence goes on. */
const SILENCE_MS = 60;
/** What is missing beyond this is left out. */
const JUMP_FROM_MS = 2500;
/** Sound that comes again is put where it belongs but for so much, in the first while. */
const STRICT_STEP_MS = 12;
const STRICT_MS = 3000;
/** So long a recording waits for its first sound. */
const FIRST_SOUND_MS = 700;

/** What becomes of a sound that came: after this many samples of silence, and a jump of the clock. */
export interface SoundStep {
  readonly silence: number;
  /** A multiple of `AAC_FRAME_SAMPLES`, from a place on their grid. */
  readonly jump: number;
  /** False: in its place there was silence already. */
  readonly isKept: boolean;
}

const NOTHING: SoundStep = { silence: 0, jump: 0, isKept: true };

export class SoundClock {
  readonly #perMs: number;
  readonly #arrival = new ArrivalClock();
  #position = 0;
  /** Where the recording begins, in samples. */
  #zero = 0;
  #isSilent = false;
  #strictUntilMs = 0;
  #waitsSinceMs: number | null = null;

  constructor(sampleRate: number) {
    this.#perMs = sampleRate / 1000;
  }

  /** Samples so far, with silence and jumps. */
  get position(): number {
    return this.#position;
  }

  /** For so long it has run; 0 before. */
  ageMs(atMs: number): number {
    return this.#arrival.ageMs(atMs);
  }

  /** Where this computer's time is on the clock; `null` before the first sound. */
  msAt(atMs: number): number | null {
    return this.#arrival.offsetMs === null ? null : atMs - this.#arrival.offsetMs;
  }

  /** The recording begins at this sample: the grid's first. */
  begin(zero: number): void {
    this.#zero = zero;
  }

  /** So many samples came. */
  take(samples: number, atMs: number): SoundStep {
    const stepMs = atMs < this.#strictUntilMs ? STRICT_STEP_MS : undefined;
    const late = this.#arrival.observe((this.#position + samples) / this.#perMs, atMs, stepMs);
    if (late < 0) return { ...NOTHING, isKept: false };
    const step = late > 0 ? this.#catchUp(late, atMs) : NOTHING;
    this.#isSilent = false;
    this.#position += samples;
    return step;
  }

  /** Looked at many times a second, whether sound comes or not. */
  idle(atMs: number): SoundStep {
    this.#waitsSinceMs ??= atMs;
    const nowMs = this.msAt(atMs);
    if (nowMs === null) {
      // Nothing was ever heard: this computer's clock has to do.
      if (atMs - this.#waitsSinceMs > FIRST_SOUND_MS) this.#beginSilent(atMs);
      return NOTHING;
    }
    const missing = nowMs - this.#position / this.#perMs;
    if (missing < (this.#isSilent ? SILENCE_MS : SILENT_AFTER_MS)) return NOTHING;
    this.#isSilent = true;
    return this.#catchUp(missing, atMs);
  }

  #beginSilent(atMs: number): void {
    this.#arrival.observe(0, atMs);
    this.#isSilent = true;
  }

  #catchUp(ms: number, atMs: number): SoundStep {
    this.#strictUntilMs = atMs + STRICT_MS;
    const samples = Math.round(ms * this.#perMs);
    const step = ms > JUMP_FROM_MS ? this.#jump(samples) : { ...NOTHING, silence: samples };
    this.#position += step.silence + step.jump;
    this.#arrival.forget();
    return step;
  }

  #jump(samples: number): SoundStep {
    const past = (this.#position - this.#zero) % AAC_FRAME_SAMPLES;
    const silence = past > 0 ? AAC_FRAME_SAMPLES - past : 0;
    const jump = Math.round((samples - silence) / AAC_FRAME_SAMPLES) * AAC_FRAME_SAMPLES;
    return { ...NOTHING, silence, jump };
  }
}
