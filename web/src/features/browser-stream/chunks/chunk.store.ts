/** The chunks of this browser's broadcasts that are not in storage yet; they outlive the tab. */
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { ChunkId, CountByWay, WaitingChunk } from './chunk.ts';
import type { Way } from '../../../../../shared/live/browser-stream.ts';

export interface StoredBroadcast {
  readonly streamId: string;
  /** Whose it is; others who use this browser are not shown it. */
  readonly userId: string;
  readonly title: string;
  readonly startedAtMs: number;
  /** How many chunks of WebM were recorded, as far as is known here. */
  readonly chunkCount: number;
  /** How many segments were recorded; left out by broadcasts that were kept before there were any. */
  readonly segmentCount?: number;
}

/** How many chunks were recorded, of both ways. */
export const recordedOf = ({ chunkCount, segmentCount = 0 }: StoredBroadcast): number =>
  chunkCount + segmentCount;

export interface ChunkStore {
  begin(broadcast: StoredBroadcast): Promise<void>;
  /** How many were recorded in the end, with those that could not be kept. */
  setCount(streamId: string, count: CountByWay): Promise<void>;
  broadcasts(userId: string): Promise<StoredBroadcast[]>;
  /** Forgets a broadcast, with its chunks. */
  drop(streamId: string): Promise<void>;
  /** Throws where the browser has no room, or does not know the broadcast. */
  keep(streamId: string, chunk: WaitingChunk, bytes: ArrayBuffer): Promise<void>;
  /** In the order in which they were recorded. */
  chunks(streamId: string): Promise<WaitingChunk[]>;
  /** `null` where there is none. */
  read(streamId: string, chunk: ChunkId): Promise<ArrayBuffer | null>;
  forget(streamId: string, chunk: ChunkId): Promise<void>;
}

/** Chunks of WebM have the key that they had before there were segments. */
type ChunkKey = [streamId: string, seq: number] | [streamId: string, way: 'direct', seq: number];

interface Schema extends DBSchema {
  broadcasts: { key: string; value: StoredBroadcast; indexes: { userId: string } };
  /** Apart from their bytes, so that a list of them is small. */
  chunks: { key: ChunkKey; value: Omit<WaitingChunk, 'way'> & { readonly way?: Way } };
  bytes: { key: ChunkKey; value: ArrayBuffer };
}

const NAME = 'browser-stream';
const VERSION = 1;

/** The store in IndexedDB. Every call throws where the browser has none, or its storage fails. */
export function createChunkStore(): ChunkStore {
  const open = createConnection();
  return {
    begin: async (broadcast) => void (await (await open()).put('broadcasts', broadcast)),
    setCount: async (streamId, count) => setCount(await open(), streamId, count),
    broadcasts: async (userId) => (await open()).getAllFromIndex('broadcasts', 'userId', userId),
    drop: async (streamId) => drop(await open(), streamId),
    keep: async (streamId, chunk, bytes) => keep(await open(), streamId, chunk, bytes),
    chunks: async (streamId) => chunksOf(await open(), streamId),
    read: async (streamId, chunk) => (await (await open()).get('bytes', keyOf(streamId, chunk))) ?? null,
    forget: async (streamId, chunk) => forget(await open(), streamId, chunk),
  };
}

/** One connection, which is opened when it is needed, and anew where the browser has closed it. */
function createConnection(): () => Promise<IDBPDatabase<Schema>> {
  let opened: Promise<IDBPDatabase<Schema>> | null = null;
  const forget = () => {
    opened = null;
  };
  return () => {
    opened ??= openDB<Schema>(NAME, VERSION, {
      upgrade: (database) => {
        database.createObjectStore('broadcasts', { keyPath: 'streamId' }).createIndex('userId', 'userId');
        database.createObjectStore('chunks');
        database.createObjectStore('bytes');
      },
      terminated: forget,
    }).catch((error: unknown) => {
      forget();
      throw error;
    });
    return opened;
  };
}

const keyOf = (streamId: string, { way, seq }: ChunkId): ChunkKey =>
  way === 'direct' ? [streamId, way, seq] : [streamId, seq];

/** All of one broadcast: an array sorts after every number and every text. */
const rangeOf = (streamId: string) => IDBKeyRange.bound([streamId], [streamId, []]);

/** No broadcast goes back to the direct way, so that its segments are always the first. */
async function chunksOf(database: IDBPDatabase<Schema>, streamId: string): Promise<WaitingChunk[]> {
  const all = await database.getAll('chunks', rangeOf(streamId));
  const chunks = all.map((chunk): WaitingChunk => ({ way: 'compatible', ...chunk }));
  return [
    ...chunks.filter(({ way }) => way === 'direct'),
    ...chunks.filter(({ way }) => way === 'compatible'),
  ];
}

/** The chunk and its bytes and how many there are by now: all of it, or nothing. */
async function keep(
  database: IDBPDatabase<Schema>,
  streamId: string,
  chunk: WaitingChunk,
  bytes: ArrayBuffer,
): Promise<void> {
  const transaction = database.transaction(['broadcasts', 'chunks', 'bytes'], 'readwrite');
  const broadcasts = transaction.objectStore('broadcasts');
  const count = async () => {
    const known = await broadcasts.get(streamId);
    // Nobody would ever find its chunks.
    if (!known) return transaction.abort();
    const name = chunk.way === 'direct' ? 'segmentCount' : 'chunkCount';
    await broadcasts.put({ ...known, [name]: Math.max(known[name] ?? 0, chunk.seq + 1) });
  };
  const key = keyOf(streamId, chunk);
  await Promise.all([
    transaction.objectStore('chunks').put(chunk, key),
    transaction.objectStore('bytes').put(bytes, key),
    count(),
    transaction.done,
  ]);
}

async function setCount(database: IDBPDatabase<Schema>, streamId: string, count: CountByWay): Promise<void> {
  const transaction = database.transaction('broadcasts', 'readwrite');
  const known = await transaction.store.get(streamId);
  const { direct: segmentCount, compatible: chunkCount } = count;
  if (known) await transaction.store.put({ ...known, chunkCount, segmentCount });
  await transaction.done;
}

async function forget(database: IDBPDatabase<Schema>, streamId: string, chunk: ChunkId): Promise<void> {
  const transaction = database.transaction(['chunks', 'bytes'], 'readwrite');
  const key = keyOf(streamId, chunk);
  await Promise.all([
    transaction.objectStore('chunks').delete(key),
    transaction.objectStore('bytes').delete(key),
    transaction.done,
  ]);
}

async function drop(database: IDBPDatabase<Schema>, streamId: string): Promise<void> {
  const transaction = database.transaction(['broadcasts', 'chunks', 'bytes'], 'readwrite');
  await Promise.all([
    transaction.objectStore('broadcasts').delete(streamId),
    transaction.objectStore('chunks').delete(rangeOf(streamId)),
    transaction.objectStore('bytes').delete(rangeOf(streamId)),
    transaction.done,
  ]);
}
