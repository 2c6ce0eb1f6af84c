/** Which chunks wait, which are on their way, and which comes next. Pure. */
import type { WaitingChunk } from './chunk.ts';

export interface ScheduledChunk {
  readonly chunk: WaitingChunk;
  isMoving: boolean;
  /** How often it has failed. */
  failures: number;
  /** How often its address was taken for expired, one time after the other. */
  refreshes: number;
  /** How often this browser could not read it. */
  unreadable: number;
  /** Not to be tried before. */
  dueAtMs: number;
}

export class ChunkSchedule {
  readonly #entries = new Map<number, ScheduledChunk>();

  get isEmpty(): boolean {
    return this.#entries.size === 0;
  }

  chunks(): readonly WaitingChunk[] {
    return [...this.#entries.values()].map(({ chunk }) => chunk);
  }

  add(chunk: WaitingChunk): void {
    const fresh = { isMoving: false, failures: 0, refreshes: 0, unreadable: 0, dueAtMs: 0 };
    this.#entries.set(chunk.seq, { chunk, ...fresh });
  }

  remove({ seq }: WaitingChunk): void {
    this.#entries.delete(seq);
  }

  /** All may be tried at once. */
  makeAllDue(): void {
    for (const entry of this.#entries.values()) entry.dueAtMs = 0;
  }

  /** The one to send next; `null` where none waits, or `slots` of them are on their way. */
  next(slots: number, nowMs: number): ScheduledChunk | null {
    const all = [...this.#entries.values()];
    const waiting = all.filter(({ isMoving }) => !isMoving);
    if (all.length - waiting.length >= slots) return null;
    return waiting.reduce<ScheduledChunk | null>((first, entry) => earlier(first, entry, nowMs), null);
  }
}

/** The oldest of those that are due; while none is, the one that will be first. */
function earlier(first: ScheduledChunk | null, entry: ScheduledChunk, nowMs: number): ScheduledChunk {
  if (!first) return entry;
  const [due, entryDue] = [Math.max(nowMs, first.dueAtMs), Math.max(nowMs, entry.dueAtMs)];
  if (due !== entryDue) return due < entryDue ? first : entry;
  return first.chunk.seq < entry.chunk.seq ? first : entry;
}
