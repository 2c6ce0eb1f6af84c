/** What is read to name missing parts, as pages ask every two seconds. */
import { expect, it } from 'vitest';
import type { Broadcast } from '#functions/browser-stream/broadcast.ts';
import { statusOf } from '#functions/browser-stream/lifecycle/status.service.ts';
import { EMPTY_TIMELINE } from '#functions/browser-stream/media/compatible/timeline.ts';

const LENGTH = 10_000;

/** The status of an ended broadcast that lost some parts, and how many rows were read for it. */
async function statusWithout(way: Broadcast['way'], lost: readonly number[]) {
  const stored = Array.from({ length: LENGTH }, (_, seq) => ({ seq, endMs: seq, arrivedAtMs: 0 }));
  const rows = stored.filter(({ seq }) => !lost.includes(seq));
  let read = 0;
  const rowsIn = async (from: number, until: number, limit = Infinity) => {
    const found = rows.filter(({ seq }) => seq >= from && seq < until).slice(0, limit);
    read += found.length;
    return found;
  };
  const skipped = lost.map((seq) => ({ fromSeq: seq, toSeq: seq + 1 }));
  const timeline = { ...EMPTY_TIMELINE, skipped, reader: { ...EMPTY_TIMELINE.reader, nextSeq: LENGTH } };
  const broadcast = {
    id: 'a',
    way,
    state: 'finishing',
    startedAtMs: 0,
    end: { atMs: 1, by: 'streamer', chunkCount: LENGTH },
    ...(way === 'direct' ? { storedSegments: rows.length } : { storedChunks: rows.length }),
  } as unknown as Broadcast;
  const broadcasts = {
    readTimeline: async () => ({ timeline, version: 1, isEnd: true }),
    listChunks: (_: string, from: number, to = Infinity) => rowsIn(from, to + 1),
    listSegments: (_: string, { fromSeq = 0, limit = Infinity }) => rowsIn(fromSeq, Infinity, limit),
    latestSegments: async () => rows.slice(-1),
  } as never;
  const costs = { visibleCost: async () => undefined } as never;
  const { missing } = await statusOf({ broadcasts, costs, clock: () => 2 }, broadcast);
  return { missing, read };
}

it('a chunk that was lost early makes no page read all later ones', async () => {
  const { missing, read } = await statusWithout('compatible', [3, 7000]);
  expect([missing, read]).toEqual([[3, 7000], 0]);
});

it('segments are read from the end until all missing ones are found', async () => {
  const late = await statusWithout('direct', [LENGTH - 2, LENGTH - 600]);
  expect(late.missing).toEqual([LENGTH - 600, LENGTH - 2]);
  expect(late.read).toBeLessThanOrEqual(1000);
  expect((await statusWithout('direct', [3])).missing).toEqual([3]);
});

it('names the first hundred', async () => {
  const lost = Array.from({ length: 300 }, (_, index) => LENGTH - 700 + index * 2);
  for (const way of ['direct', 'compatible'] as const)
    expect((await statusWithout(way, lost)).missing).toEqual(lost.slice(0, 100));
});
