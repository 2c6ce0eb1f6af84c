/** Says which pictures begin a segment. Pure; times in ms on the recording's clock. */

/** The server takes none that are shorter. */
const SHORTEST_MS = 250;

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
    // Starts stay in step, and a segment that begins between two of them is at least half as long.
    this.#dueMs = (Math.floor(ms / this.#segmentMs + 0.5) + 1) * this.#segmentMs;
    return true;
  }

  /** Whether the segment before would be long enough. */
  canBegin(ms: number): boolean {
    return ms - this.#startMs >= SHORTEST_MS;
  }
}
