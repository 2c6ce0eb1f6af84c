import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Broadcast, NewestSegment, Segment } from '#functions/browser-stream/broadcast.ts';
import type { BroadcastReads } from '#functions/browser-stream/table/broadcast-reads.repository.ts';
import type { SegmentReads } from '#functions/browser-stream/table/segments.repository.ts';
import { newestIn } from '#functions/browser-stream/direct/segment-order.ts';
import { withSegmentCache } from '#functions/browser-stream/table/segment-cache.ts';

const LIMIT = 500;

/** A table of segments with these numbers, and from which number on it was read. */
function aTable(numbers: number[]) {
  const readFrom: number[] = [];
  const reads: SegmentReads & Pick<BroadcastReads, 'find'> = {
    find: async () => null,
    latestSegments: async () => [],
    findSegment: async () => null,
    listSegments: async (_id, { fromSeq = 0, limit } = {}) => {
      readFrom.push(fromSeq);
      const from = numbers.toSorted((a, b) => a - b).filter((seq) => seq >= fromSeq);
      return from.slice(0, limit).map((seq) => ({ seq }) as Segment);
    },
  };
  const remembered = withSegmentCache(reads, async () => ({ broadcast: null, segment: null }));
  const list = async (fromSeq: number, { id = 'a', limit = LIMIT } = {}) =>
    (await remembered.listSegments(id, { fromSeq, limit })).map(({ seq }) => seq);
  return { numbers, readFrom, list };
}

describe('cached segments', () => {
  it('are read once, and new ones are added', async () => {
    const { numbers, readFrom, list } = aTable([0, 1, 2]);
    expect(await list(0)).toEqual([0, 1, 2]);
    numbers.push(3);
    expect(await list(0)).toEqual([0, 1, 2, 3]);
    expect(await list(2)).toEqual([2, 3]);
    expect(readFrom).toEqual([0, 3, 4]);
  });

  it('are read again from the first missing number', async () => {
    const { numbers, readFrom, list } = aTable([0, 2, 3]);
    expect(await list(0)).toEqual([0, 2, 3]);
    numbers.push(1);
    expect(await list(0)).toEqual([0, 1, 2, 3]);
    expect(readFrom).toEqual([0, 1]);
  });

  it('are all read when the first is missing', async () => {
    const { readFrom, list } = aTable([5, 6]);
    await list(4);
    expect(await list(4)).toEqual([5, 6]);
    expect(readFrom).toEqual([4, 4]);
  });

  it('are kept apart by broadcast', async () => {
    const { readFrom, list } = aTable([0, 1]);
    await list(0);
    await list(0, { id: 'b' });
    expect(readFrom).toEqual([0, 0]);
  });

  it('never exceed the requested number', async () => {
    const { list } = aTable([0, 1, 2]);
    await list(0);
    expect(await list(0, { limit: 2 })).toEqual([0, 1]);
    expect(await list(0)).toEqual([0, 1, 2]);
  });
});

/** A broadcast whose segments are stored one after the other, and how often it is asked. */
function aBroadcast() {
  const numbers = new Set<number>();
  const requests: string[] = [];
  let newest: NewestSegment | undefined;
  const find = () =>
    ({ storedSegments: numbers.size, ...(newest && { newestSegment: newest }) }) as Broadcast;
  const listSegments: SegmentReads['listSegments'] = async (_id, { fromSeq = 0, limit } = {}) => {
    requests.push('rows');
    const rows = [...numbers].toSorted((a, b) => a - b).filter((seq) => seq >= fromSeq);
    return rows.slice(0, limit).map((seq) => ({ seq }) as Segment);
  };
  const reads = {
    find: async (_id: string) => {
      requests.push('broadcast');
      return find();
    },
    latestSegments: async () => [],
    findSegment: async () => null,
    listSegments,
  };
  const remembered = withSegmentCache(reads, async (_id, seq) => {
    requests.push('both');
    return { broadcast: find(), segment: numbers.has(seq) ? ({ seq } as Segment) : null };
  });
  return {
    requests,
    numbers,
    store: (seq: number) => {
      const isLast = [...numbers].every((other) => other < seq);
      numbers.add(seq);
      if (isLast) newest = { seq, endMs: 0, count: numbers.size };
    },
    list: async (fromSeq = 0) => {
      const broadcast = await remembered.find('a');
      const range = { fromSeq, limit: LIMIT, lastSeq: broadcast ? newestIn(broadcast)?.seq : undefined };
      return (await remembered.listSegments('a', range)).map(({ seq }) => seq);
    },
  };
}

describe('segments read with their broadcast', () => {
  it('take one request when one arrived since, and none otherwise', async () => {
    const { requests, store, list } = aBroadcast();
    store(0);
    await list();
    store(1);
    expect(await list()).toEqual([0, 1]);
    expect(await list()).toEqual([0, 1]);
    expect(requests).toEqual(['broadcast', 'rows', 'both', 'both']);
  });

  it('are queried when several arrived or one is missing', async () => {
    const { requests, store, list } = aBroadcast();
    store(0);
    await list();
    for (const seq of [1, 2, 4]) store(seq);
    expect(await list()).toEqual([0, 1, 2, 4]);
    store(3);
    expect(await list()).toEqual([0, 1, 2, 3, 4]);
    expect(requests).toEqual(['broadcast', 'rows', 'both', 'rows', 'broadcast', 'rows']);
  });

  it('are complete in whatever order they arrive', async () => {
    const step = fc.record({ seq: fc.nat({ max: 12 }), isListed: fc.boolean(), goesOn: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const { numbers, store, list } = aBroadcast();
        let fromSeq = 0;
        for (const { seq, isListed, goesOn } of steps) {
          if (!numbers.has(seq)) store(seq);
          if (goesOn) fromSeq += 1;
          if (!isListed) continue;
          const all = [...numbers].filter((number) => number >= fromSeq).toSorted((a, b) => a - b);
          expect(await list(fromSeq)).toEqual(all);
        }
      }),
    );
  });
});
