/** Which chunks wait, which are on their way, and which comes next. Pure. */
import type { WaitingChunk } from './chunk.ts';

export interface ScheduledChunk {
  readonly chunk: WaitingChunk;
  /** When it came. */
  readonly addedAtMs: number;
  isMoving: boolean;
  /** How often it has failed. */
  failures: number;
  /** How often it failed for what it is. */
  hopelessTries: number;
  /** Not to be tried before. */
  dueAtMs: number;
}

export class ChunkSchedule {
  /** In the order in which they were recorded. */
  readonly #entries = new Set<ScheduledChunk>();

  get isEmpty(): boolean {
    return this.#entries.size === 0;
  }

  chunks(): readonly WaitingChunk[] {
    return [...this.#entries].map(({ chunk }) => chunk);
  }

  /** Chunks are added in the order in which they were recorded. */
  add(chunk: WaitingChunk, addedAtMs: number): void {
    this.#entries.add({ chunk, addedAtMs, isMoving: false, failures: 0, hopelessTries: 0, dueAtMs: 0 });
  }

  remove(entry: ScheduledChunk): void {
    this.#entries.delete(entry);
  }

  /** When the oldest came that waits or is on its way; `null` where there is none. */
  oldestAtMs(): number | null {
    const [oldest] = this.#entries;
    return oldest?.addedAtMs ?? null;
  }

  /** All may be tried at once. */
  makeAllDue(): void {
    for (const entry of this.#entries) entry.dueAtMs = 0;
  }

  /** The one to send next; `null` where none waits, or `slots` of them are on their way. */
  next(slots: number, nowMs: number): ScheduledChunk | null {
    const all = [...this.#entries];
    const waiting = all.filter(({ isMoving }) => !isMoving);
    if (all.length - waiting.length >= slots) return null;
    return waiting.reduce<ScheduledChunk | null>((first, entry) => earlier(first, entry, nowMs), null);
  }
}

/** The oldest of those that are due; while none is, the one that will be first. */
function earlier(first: ScheduledChunk | null, entry: ScheduledChunk, nowMs: number): ScheduledChunk {
  const isSooner = first && Math.max(nowMs, entry.dueAtMs) < Math.max(nowMs, first.dueAtMs);
  return first && !isSooner ? first : entry;
}
