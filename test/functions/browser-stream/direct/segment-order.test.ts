import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Broadcast, NewestSegment } from '#functions/browser-stream/broadcast.ts';
import { neighboursAtEnd, newestOf } from '#functions/browser-stream/direct/segment-order.ts';

type Known = Pick<Broadcast, 'storedSegments' | 'newestSegment'>;

/** What the table holds of a broadcast: each write is one transaction, each read sees all writes before it. */
class Table {
  readonly rows = new Set<number>();
  #newest: NewestSegment | undefined;

  broadcast(): Broadcast {
    const known: Known = {
      storedSegments: this.rows.size,
      ...(this.#newest && { newestSegment: this.#newest }),
    };
    return known as Broadcast;
  }

  around(seq: number) {
    const others = [...this.rows].toSorted((a, b) => a - b);
    const [before, after] = [others.findLast((row) => row < seq), others.find((row) => row > seq)];
    return {
      ...(before !== undefined && { before: { seq: before, endMs: endMsOf(before) } }),
      ...(after !== undefined && { after: { seq: after, startMs: after * 1000 } }),
    };
  }

  write(seq: number, newest: NewestSegment | undefined): void {
    if (this.rows.has(seq)) return;
    this.rows.add(seq);
    this.#newest = newest ?? this.#newest;
  }
}

const endMsOf = (seq: number): number => (seq + 1) * 1000;

/** A request: it reads the broadcast, maybe its rows, and writes; others may do so between any two of these. */
function* adding(table: Table, seq: number, reported: (isRight: boolean) => void): Generator<void> {
  const broadcast = table.broadcast();
  const isNotified = neighboursAtEnd(broadcast, seq);
  if (isNotified) {
    const { before, after } = table.around(seq);
    reported(!table.rows.has(seq) && after === undefined && isNotified.before?.seq === before?.seq);
  }
  yield;
  if (!isNotified && table.rows.has(seq)) return;
  const around = isNotified ?? table.around(seq);
  yield;
  table.write(seq, newestOf(broadcast, { seq, endMs: endMsOf(seq) }, around));
}

describe('the neighbours of a segment', () => {
  it('come from the broadcast without reading rows when segments arrive in order', () => {
    const table = new Table();
    const reported: boolean[] = [];
    for (const seq of [0, 1, 2, 5, 6]) for (const _ of adding(table, seq, (is) => reported.push(is)));
    expect(reported).toEqual([true, true, true, true, true]);
  });

  it('do so again after a late segment caused one read', () => {
    const table = new Table();
    const reported: number[] = [];
    for (const seq of [0, 2, 1, 3, 4]) for (const _ of adding(table, seq, () => reported.push(seq)));
    expect(reported).toEqual([0, 2, 4]);
  });

  it('are never wrong, however requests interleave', () => {
    const requests = fc.array(fc.nat({ max: 7 }), { minLength: 1, maxLength: 14 });
    const turns = fc.array(fc.nat({ max: 3 }), { minLength: 60, maxLength: 60 });
    fc.assert(
      fc.property(requests, turns, (seqs, order) => {
        const table = new Table();
        const waiting = seqs.map((seq) => adding(table, seq, (isRight) => expect(isRight).toBe(true)));
        const going = waiting.splice(0, 4);
        for (const turn of order) {
          const at = turn % Math.max(1, going.length);
          if (going[at]?.next().done) going.splice(at, 1, ...waiting.splice(0, 1));
        }
      }),
      { numRuns: 2000 },
    );
  });
});
