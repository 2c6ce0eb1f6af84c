/** Length of the bins in which the minimum lateness is found. */
const BIN_MS = 1000;
/** Only the newest bins count. */
const BINS = 8;
/** A larger difference is a jump of the device's clock, or a loss; a smaller one is drift. */
const STEP_MS = 40;
/** Drift is corrected by this share of the elapsed time: ten times the drift of quartz, and invisible. */
const SLEW = 0.001;
/** At first the buffers fill. */
const SETTLING_MS = 2000;

/**
 * Estimates the offset of a device's clock from the arrival times of its frames or samples. They may arrive late, but
 * never early, so the minimum lateness of the last seconds is the offset. It changes as the clocks drift. Pure; times
 * in ms.
 */
export class ArrivalClock {
  #offsetMs: number | null = null;
  #sinceMs = 0;
  #seenMs = 0;
  #binFromMs = 0;
  #bin = Infinity;
  #bins: number[] = [];

  /** Added to the device's time, it gives this computer's. */
  get offsetMs(): number | null {
    return this.#offsetMs;
  }

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

  /** Discards observations after a correction of the device's clock. */
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
