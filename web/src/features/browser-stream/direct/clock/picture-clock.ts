/** Places pictures on the recording's clock: their own times are kept, but for drift and jumps. Pure; times in ms. */
import { ArrivalClock } from './arrival-clock.ts';
import type { SoundClock } from './sound-clock.ts';

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
