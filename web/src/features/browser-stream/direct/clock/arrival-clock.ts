import type { SoundClock } from './sound-clock.ts';

/** Places pictures on the recording's clock: their own times are kept, but for drift and jumps. Pure; times in ms. */

export class PictureClock {
  readonly #sound: SoundClock;
  readonly #arrival = new ArrivalClock();

  constructor(sound: SoundClock) {
    this.#sound = sound;
  }

  ageMs(atMs: number): number {
    return this.#arrival.ageMs(atMs);
  }

  /** Where a picture of the camera's time `ownMs`, which came at `atMs`, is on the clock; `null` while that is not known. */
  place(ownMs: number, atMs: number): number | null {
    const jumped = this.#arrival.observe(ownMs, atMs);
    if (jumped !== 0) this.#arrival.step(jumped);
    const { offsetMs } = this.#arrival;
    return offsetMs === null ? null : this.#sound.msAt(ownMs + offsetMs);
  }
}

/** Leaves out pictures of a camera that takes more than are wanted. Pure; times in ms. */

/** A picture may come early by so much of the time between two. */
const EARLY = 0.3;
/** The next is due so much of it later at the soonest, where one was late. */
const LATE = 0.5;

export class PicturePace {
  #dueMs: number | null = null;

  /** Whether a picture at `ms` is wanted, of `framesPerSecond`. */
  wants(ms: number, framesPerSecond: number): boolean {
    const everyMs = 1000 / framesPerSecond;
    const dueMs = this.#dueMs ?? ms;
    if (ms < dueMs - everyMs * EARLY) return false;
    this.#dueMs = Math.max(dueMs + everyMs, ms + everyMs * LATE);
    return true;
  }
}

/**
 * Follows a device's own clock by when its pictures or sounds arrive. They come late by uneven times, and never early:
 * the least lateness of the last seconds is the device's own, and moves as the clocks drift apart. Pure; times in ms.
 */

/** The least lateness is looked for in bins of this length … */
const BIN_MS = 1000;
/** … of which so many count. */
const BINS = 8;
/** Beyond this the device's clock has jumped, or something was lost; below, it drifts. */
const STEP_MS = 40;
/** Drift is followed by so much of the time that passes: ten times what quartz drifts, and unseen. */
const SLEW = 0.001;
/** At first the pipes fill. */
const SETTLING_MS = 2000;

export class ArrivalClock {
  #offsetMs: number | null = null;
  #sinceMs = 0;
  #seenMs = 0;
  #binFromMs = 0;
  #bin = Infinity;
  #bins: number[] = [];

  /** What is added to the device's time for this computer's. */
  get offsetMs(): number | null {
    return this.#offsetMs;
  }

  /** For so long it has been observed. */
  ageMs(atMs: number): number {
    return this.#offsetMs === null ? 0 : atMs - this.#sinceMs;
  }

  /**
   * Something of the device's time `ownMs` has arrived. Answers by how much the device's clock has fallen behind
   * (positive) or run ahead (negative) at one stroke, by more than `stepMs`; the caller then calls `step`, or sets the
   * device's clock. 0 otherwise.
   */
  observe(ownMs: number, atMs: number, stepMs = STEP_MS): number {
    const lag = atMs - ownMs;
    if (this.#offsetMs === null) {
      [this.#offsetMs, this.#sinceMs, this.#seenMs] = [lag, atMs, atMs];
      return 0;
    }
    const early = lag - this.#offsetMs;
    if (early < 0 && this.ageMs(atMs) < SETTLING_MS) this.#offsetMs = lag;
    else if (early < -stepMs) return early;
    if (this.#bin === Infinity) this.#binFromMs = atMs;
    this.#bin = Math.min(this.#bin, lag);
    if (atMs - this.#binFromMs >= BIN_MS) {
      const late = this.#closeBin() - this.#offsetMs;
      if (late > stepMs) return late;
    }
    this.#slew(atMs);
    return 0;
  }

  /** The device's clock has jumped by this. */
  step(ms: number): void {
    if (this.#offsetMs !== null) this.#offsetMs += ms;
    this.forget();
  }

  /** The device's clock was set right: what was observed before counts no more. */
  forget(): void {
    this.#bins = [];
    this.#bin = Infinity;
  }

  #closeBin(): number {
    const least = this.#bin;
    this.#bins = [...this.#bins, least].slice(-BINS);
    this.#bin = Infinity;
    return least;
  }

  #slew(atMs: number): void {
    const most = (atMs - this.#seenMs) * SLEW;
    this.#seenMs = atMs;
    if (this.#offsetMs === null || this.#bins.length === 0) return;
    const away = Math.min(...this.#bins) - this.#offsetMs;
    this.#offsetMs += Math.max(-most, Math.min(most, away));
  }
}
