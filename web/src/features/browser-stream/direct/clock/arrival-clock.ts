import type { SoundClock } from './sound-clock.ts';

/** Maps frame times to the recording's clock: keeps their own times, corrected for drift and jumps. Pure; times in ms. */
export class PictureClock {
  readonly #sound: SoundClock;
  readonly #arrival = new ArrivalClock();

  constructor(sound: SoundClock) {
    this.#sound = sound;
  }

  ageMs(atMs: number): number {
    return this.#arrival.ageMs(atMs);
  }

  /** The clock time of a frame with the camera's time `ownMs` that arrived at `atMs`; `null` while unknown. */
  place(ownMs: number, atMs: number): number | null {
    const jumped = this.#arrival.observe(ownMs, atMs);
    if (jumped !== 0) this.#arrival.step(jumped);
    const { offsetMs } = this.#arrival;
    return offsetMs === null ? null : this.#sound.msAt(ownMs + offsetMs);
  }
}

/** A frame may be early by this share of the interval. */
const EARLY = 0.3;
/** After a late frame the next is due at least this share of the interval later. */
const LATE = 0.5;

/** Drops frames of a camera with a higher frame rate than wanted. Pure; times in ms. */
export class PicturePace {
  #dueMs: number | null = null;

  /** Whether to keep a frame at `ms` for a rate of `framesPerSecond`. */
  wants(ms: number, framesPerSecond: number): boolean {
    const everyMs = 1000 / framesPerSecond;
    const dueMs = this.#dueMs ?? ms;
    if (ms < dueMs - everyMs * EARLY) return false;
    this.#dueMs = Math.max(dueMs + everyMs, ms + everyMs * LATE);
    return true;
  }
}

/** The minimum lateness is found in bins of this length … */
const BIN_MS = 1000;
/** … of which the newest ones count. */
const BINS = 8;
/** A larger difference is a jump of the device's clock, or a loss; a smaller one is drift. */
const STEP_MS = 40;
/** Drift is corrected by this share of the elapsed time: ten times the drift of quartz, and invisible. */
const SLEW = 0.001;
/** At first the buffers fill. */
const SETTLING_MS = 2000;

/**
 * Estimates the offset of a device's clock from the arrival times of its frames or samples. They arrive late by varying
 * times, and never early: the minimum lateness of the last seconds is the offset, which changes as the clocks drift. Pure;
 * times in ms.
 */
export class ArrivalClock {
  #offsetMs: number | null = null;
  #sinceMs = 0;
  #seenMs = 0;
  #binFromMs = 0;
  #bin = Infinity;
  #bins: number[] = [];

  /** The offset to add to the device's time to get this computer's. */
  get offsetMs(): number | null {
    return this.#offsetMs;
  }

  /** How long it has been observed. */
  ageMs(atMs: number): number {
    return this.#offsetMs === null ? 0 : atMs - this.#sinceMs;
  }

  /**
   * Records that data with the device's time `ownMs` arrived at `atMs`. Returns by how much the device's clock has jumped
   * back (positive) or ahead (negative), if by more than `stepMs`; the caller then calls `step`, or adjusts the device's
   * clock. Otherwise returns 0.
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

  /** Applies a jump of the device's clock. */
  step(ms: number): void {
    if (this.#offsetMs !== null) this.#offsetMs += ms;
    this.forget();
  }

  /** Discards observations, after the device's clock was corrected. */
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
