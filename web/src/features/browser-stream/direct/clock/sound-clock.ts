/**
 * The clock of a recording. It counts the samples of its sound, and frames are placed by it, so that the sound is never
 * stretched. Missing sound counts as silence; after the computer slept the clock jumps. Pure; times in ms.
 */
import { ArrivalClock } from './arrival-clock.ts';

/** Samples of an AAC frame: sound is placed on a grid of this size. */
export const AAC_FRAME_SAMPLES = 1024;

/** After this time without sound there is silence; on a busy machine sound is late by less. */
const SILENT_AFTER_MS = 1000;
/** Interval in which further silence is added. */
const SILENCE_MS = 60;
/** A longer gap is skipped. */
const JUMP_FROM_MS = 2500;
/** After a gap the sound is corrected at this smaller difference, for a while. */
const STRICT_STEP_MS = 12;
const STRICT_MS = 3000;
/** The longest wait for the first sound. */
const FIRST_SOUND_MS = 700;

/** How to place sound: after some samples of silence, and after a jump of the clock. */
export interface SoundStep {
  readonly silence: number;
  /** A multiple of `AAC_FRAME_SAMPLES`, from a position on their grid. */
  readonly jump: number;
  /** False if silence was inserted in its place already. */
  readonly isKept: boolean;
}

const NOTHING: SoundStep = { silence: 0, jump: 0, isKept: true };

export class SoundClock {
  readonly #perMs: number;
  readonly #arrival = new ArrivalClock();
  #position = 0;
  /** In samples. */
  #zero = 0;
  #isSilent = false;
  #strictUntilMs = 0;
  #waitsSinceMs: number | null = null;

  constructor(sampleRate: number) {
    this.#perMs = sampleRate / 1000;
  }

  /** Samples so far, including silence and jumps. */
  get position(): number {
    return this.#position;
  }

  ageMs(atMs: number): number {
    return this.#arrival.ageMs(atMs);
  }

  msAt(atMs: number): number | null {
    return this.#arrival.offsetMs === null ? null : atMs - this.#arrival.offsetMs;
  }

  begin(zero: number): void {
    this.#zero = zero;
  }

  /** Takes samples that arrived at `atMs`. */
  take(samples: number, atMs: number): SoundStep {
    const stepMs = atMs < this.#strictUntilMs ? STRICT_STEP_MS : undefined;
    const late = this.#arrival.observe((this.#position + samples) / this.#perMs, atMs, stepMs);
    if (late < 0) return { ...NOTHING, isKept: false };
    const step = late > 0 ? this.#catchUp(late, atMs) : NOTHING;
    this.#isSilent = false;
    this.#position += samples;
    return step;
  }

  /** Must be called many times a second, with or without sound. */
  idle(atMs: number): SoundStep {
    this.#waitsSinceMs ??= atMs;
    const nowMs = this.msAt(atMs);
    if (nowMs === null) {
      // There was no sound at all, so this computer's clock is used.
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
