/** Says which pictures begin a segment. Pure; times in ms on the recording's clock. */
import { MIN_SEGMENT_MS } from '../../../../../../shared/limits.ts';

/** A little more than the shortest that the server takes. */
const SHORTEST_MS = MIN_SEGMENT_MS + 50;

export class SegmentSchedule {
  readonly #segmentMs: number;
  #startMs = -Infinity;
  #dueMs = 0;

  constructor(segmentMs: number) {
    this.#segmentMs = segmentMs;
  }

  /** Whether a picture at `ms` begins a segment: as it is due, or as it `must` because pictures are other ones from here. */
  begins(ms: number, must: boolean): boolean {
    const isDue = ms >= this.#dueMs || (must && this.canBegin(ms));
    if (!isDue) return false;
    this.#startMs = ms;
    // Starts stay in step. A segment that begins between two of them lasts from 0.4 to 1.4 of the others: more would round
    // to more than the live playlist's target duration.
    this.#dueMs = (Math.floor(ms / this.#segmentMs + 0.4) + 1) * this.#segmentMs;
    return true;
  }

  /** Whether the segment before would be long enough. */
  canBegin(ms: number): boolean {
    return ms - this.#startMs >= SHORTEST_MS;
  }
}
