import { describe, expect, it } from 'vitest';
import type { Segment } from '../../../../functions/browser-stream/broadcast.ts';
import type { SegmentReads } from '../../../../functions/browser-stream/ports/broadcasts.ts';
import { rememberSegments } from '../../../../functions/browser-stream/table/remembered-segments.ts';

const LIMIT = 500;

/** A table of segments with these numbers, and from which number on it was read. */
function aTable(numbers: number[]) {
  const readFrom: number[] = [];
  const reads: SegmentReads = {
    latestSegments: async () => [],
    findSegment: async () => null,
    listSegments: async (_id, { fromSeq = 0, limit } = {}) => {
      readFrom.push(fromSeq);
      const from = numbers.toSorted((a, b) => a - b).filter((seq) => seq >= fromSeq);
      return from.slice(0, limit).map((seq) => ({ seq }) as Segment);
    },
  };
  const remembered = rememberSegments(reads);
  const list = async (fromSeq: number, { id = 'a', limit = LIMIT } = {}) =>
    (await remembered.listSegments(id, { fromSeq, limit })).map(({ seq }) => seq);
  return { numbers, readFrom, list };
}

describe('segments that are read again and again', () => {
  it('are read once, and what is new is added', async () => {
    const { numbers, readFrom, list } = aTable([0, 1, 2]);
    expect(await list(0)).toEqual([0, 1, 2]);
    numbers.push(3);
    expect(await list(0)).toEqual([0, 1, 2, 3]);
    expect(await list(2)).toEqual([2, 3]);
    expect(readFrom).toEqual([0, 3, 4]);
  });

  it('are read anew from the first number on that was missing, which may still come', async () => {
    const { numbers, readFrom, list } = aTable([0, 2, 3]);
    expect(await list(0)).toEqual([0, 2, 3]);
    numbers.push(1);
    expect(await list(0)).toEqual([0, 1, 2, 3]);
    expect(readFrom).toEqual([0, 1]);
  });

  it('are read all where the first is missing', async () => {
    const { readFrom, list } = aTable([5, 6]);
    await list(4);
    expect(await list(4)).toEqual([5, 6]);
    expect(readFrom).toEqual([4, 4]);
  });

  it('are those of each broadcast by itself', async () => {
    const { readFrom, list } = aTable([0, 1]);
    await list(0);
    await list(0, { id: 'b' });
    expect(readFrom).toEqual([0, 0]);
  });

  it('are no more than were asked for', async () => {
    const { list } = aTable([0, 1, 2]);
    await list(0);
    expect(await list(0, { limit: 2 })).toEqual([0, 1]);
    expect(await list(0)).toEqual([0, 1, 2]);
  });
});
