import 'fake-indexeddb/auto';
import { openDB } from 'idb';
import { describe, expect, it, vi } from 'vitest';
import { createPieceIntake, createPieceKeeper } from '#web/features/browser-stream/pieces/piece-intake.ts';
import { createPieceStore, recordedOf } from '#web/features/browser-stream/pieces/piece-store.ts';
import type { WaitingPiece } from '#web/features/browser-stream/pieces/piece.ts';
import { bytesOf, chunkOf, chunksTo } from '../support/browser-stream.ts';

const store = createPieceStore();
let made = 0;

async function aBroadcast(userId = 'ada') {
  const broadcast = { streamId: `stream-${made++}`, userId, title: 'Box fan', startedAtMs: 1, chunkCount: 0 };
  await store.begin(broadcast);
  return broadcast;
}

async function keepAll(streamId: string, chunks: readonly WaitingPiece[]) {
  for (const chunk of chunks) await store.keep(streamId, chunk, bytesOf(chunk.seq));
}

describe('the chunk store', () => {
  it('keeps chunks over a visit, in order, for each broadcast', async () => {
    const [mine, other] = [await aBroadcast(), await aBroadcast()];
    await keepAll(mine.streamId, chunksTo(12).toReversed());
    await keepAll(other.streamId, [chunkOf(3)]);
    const later = createPieceStore();
    expect(await later.pieces(mine.streamId)).toEqual(chunksTo(12));
    const bytes = await later.read(mine.streamId, chunkOf(11));
    expect(new TextDecoder().decode(bytes ?? undefined)).toBe('chunk 11');
  });

  it('counts recorded chunks, including deleted ones', async () => {
    const { streamId, userId } = await aBroadcast('grace');
    await keepAll(streamId, chunksTo(5));
    for (const chunk of chunksTo(5)) await store.forget(streamId, chunk);
    expect(await store.pieces(streamId)).toEqual([]);
    expect(await store.read(streamId, chunkOf(4))).toBeNull();
    expect(await store.broadcasts(userId)).toMatchObject([{ streamId, chunkCount: 5 }]);
    await store.setCount(streamId, { direct: 0, compatible: 6 });
    expect(await store.broadcasts(userId)).toMatchObject([{ streamId, chunkCount: 6 }]);
  });

  it('keeps segments and chunks of one broadcast apart, segments first', async () => {
    const { streamId, userId } = await aBroadcast('mary');
    await keepAll(streamId, [...chunksTo(2), ...chunksTo(3, 'direct')]);
    expect(await store.pieces(streamId)).toEqual([...chunksTo(3, 'direct'), ...chunksTo(2)]);
    await store.forget(streamId, chunkOf(1, 'direct'));
    expect(await store.read(streamId, chunkOf(1, 'direct'))).toBeNull();
    expect(await store.read(streamId, chunkOf(1))).not.toBeNull();
    expect((await store.broadcasts(userId)).map(recordedOf)).toEqual([5]);
    await store.setCount(streamId, { direct: 4, compatible: 3 });
    expect((await store.broadcasts(userId)).map(recordedOf)).toEqual([7]);
    await store.drop(streamId);
    expect(await store.pieces(streamId)).toEqual([]);
  });

  it('still reads chunks from before there were segments', async () => {
    const { streamId } = await aBroadcast();
    const { way: _, ...before } = chunkOf(0);
    const database = await openDB('browser-stream');
    await database.put('chunks', before, [streamId, 0]);
    await database.put('bytes', bytesOf(0), [streamId, 0]);
    database.close();
    expect(await store.pieces(streamId)).toEqual([chunkOf(0)]);
    expect(await store.read(streamId, chunkOf(0))).not.toBeNull();
  });

  it('hides other users’ broadcasts', async () => {
    await aBroadcast('edith');
    expect(await store.broadcasts('hedy')).toEqual([]);
  });

  it('deletes one broadcast with its chunks', async () => {
    const [mine, other] = [await aBroadcast('joan'), await aBroadcast('joan')];
    await keepAll(mine.streamId, chunksTo(3));
    await keepAll(other.streamId, chunksTo(2));
    await store.drop(mine.streamId);
    expect(await store.broadcasts('joan')).toMatchObject([{ streamId: other.streamId }]);
    expect(await store.pieces(mine.streamId)).toEqual([]);
    expect(await store.read(mine.streamId, chunkOf(0))).toBeNull();
    expect(await store.pieces(other.streamId)).toHaveLength(2);
  });

  it('refuses chunks of an unknown broadcast', async () => {
    await expect(store.keep('unknown', chunkOf(0), bytesOf(0))).rejects.toThrow(/abort/i);
    expect(await store.pieces('unknown')).toEqual([]);
  });
});

const full = {
  keep: async () => {
    throw new DOMException('Full', 'QuotaExceededError');
  },
  read: async () => null,
  forget: async () => {},
};
const log = () => {};

describe('without room in the browser', () => {
  it('chunks are kept in memory up to a limit, which falls as they are stored', async () => {
    const keeper = createPieceKeeper({ store: full, streamId: 'x', log, maxMemoryBytes: 15 });
    expect(await keeper.keep(chunkOf(0), bytesOf(0))).toBe(true);
    expect(await keeper.keep(chunkOf(1), bytesOf(1))).toBe(true);
    expect(await keeper.keep(chunkOf(2), bytesOf(2))).toBe(false);
    expect(new TextDecoder().decode((await keeper.read(chunkOf(1))) ?? undefined)).toBe('chunk 1');
    await keeper.forget(chunkOf(0));
    expect(await keeper.read(chunkOf(0))).toBeNull();
    expect(await keeper.keep(chunkOf(3), bytesOf(3))).toBe(true);
  });

  it('the disk is used again when it has room', async () => {
    const keep = vi.fn<typeof store.keep>().mockRejectedValueOnce(new Error('Full'));
    const read = vi.fn<typeof store.read>().mockResolvedValue(bytesOf(9));
    const keeper = createPieceKeeper({ store: { ...full, keep, read }, streamId: 'x', log });
    await keeper.keep(chunkOf(0), bytesOf(0));
    await keeper.keep(chunkOf(1), bytesOf(1));
    await keeper.read(chunkOf(0));
    expect(read).not.toHaveBeenCalled();
    await keeper.read(chunkOf(1));
    expect(read).toHaveBeenCalledExactlyOnceWith('x', chunkOf(1));
  });

  it('a hanging storage delays nothing', async () => {
    const hangs = { ...full, keep: () => new Promise<void>(() => {}) };
    const keeper = createPieceKeeper({ store: hangs, streamId: 'x', log, keepMaxMs: 20 });
    expect(await keeper.keep(chunkOf(0), bytesOf(0))).toBe(true);
    expect(await keeper.read(chunkOf(0))).not.toBeNull();
  });
});

describe('recorder output', () => {
  const takeAll = async (blobs: readonly Blob[], maxChunkBytes?: number) => {
    const kept: { chunk: WaitingPiece; text: string }[] = [];
    let lost = 0;
    const keep = async (chunk: WaitingPiece, bytes: ArrayBuffer) => {
      // The first takes longest.
      await new Promise((resolve) => setTimeout(resolve, chunk.seq === 0 ? 20 : 0));
      const text = new TextDecoder().decode(bytes);
      if (text !== 'too much') kept.push({ chunk, text });
      return text !== 'too much';
    };
    const intake = createPieceIntake({
      keeper: { keep },
      onKept: ({ seq }) => expect(kept.at(-1)?.chunk.seq).toBe(seq),
      onLost: () => void (lost += 1),
      log,
      ...(maxChunkBytes !== undefined && { maxChunkBytes }),
    });
    for (const blob of blobs) intake.take('compatible', blob);
    await intake.settled();
    return { kept, lost, count: intake.count().compatible };
  };
  const blob = (text: string) => new Blob([text]);

  it('is numbered, hashed and stored before it is counted', async () => {
    const { kept, count } = await takeAll([blob('chunk 0'), blob('chunk 1'), blob('chunk 2')]);
    expect(kept.map(({ chunk }) => chunk)).toEqual(chunksTo(3));
    expect(count).toBe(3);
  });

  it('is cut into chunks when it is too large', async () => {
    const { kept } = await takeAll([blob('0123456789'), blob('abc')], 4);
    expect(kept.map(({ text }) => text)).toEqual(['0123', '4567', '89', 'abc']);
  });

  it('keeps its number when it is lost', async () => {
    const unreadable = Object.assign(blob('x'), {
      slice: () => ({ arrayBuffer: () => Promise.reject(new Error('Gone')) }),
    });
    const { kept, lost, count } = await takeAll([blob('chunk 0'), unreadable, blob('too much'), blob('end')]);
    expect(kept.map(({ chunk }) => chunk.seq)).toEqual([0, 3]);
    expect([lost, count]).toEqual([2, 4]);
  });
});
