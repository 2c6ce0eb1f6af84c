import { ArrivalClock } from './arrival-clock.ts';
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
  timeOf(ownMs: number, atMs: number): number | null {
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
