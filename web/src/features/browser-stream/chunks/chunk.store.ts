/** The chunks of this browser's broadcasts that are not in storage yet; they outlive the tab. */
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { WaitingChunk } from './chunk.ts';

export interface StoredBroadcast {
  readonly streamId: string;
  /** Whose it is; others who use this browser are not shown it. */
  readonly userId: string;
  readonly title: string;
  readonly startedAtMs: number;
  /** How many were recorded, as far as is known here. */
  readonly chunkCount: number;
}

export interface ChunkStore {
  begin(broadcast: StoredBroadcast): Promise<void>;
  /** How many were recorded in the end, with those that could not be kept. */
  setCount(streamId: string, chunkCount: number): Promise<void>;
  broadcasts(userId: string): Promise<StoredBroadcast[]>;
  /** Forgets a broadcast, with its chunks. */
  drop(streamId: string): Promise<void>;
  /** Throws where the browser has no room, or does not know the broadcast. */
  keep(streamId: string, chunk: WaitingChunk, bytes: ArrayBuffer): Promise<void>;
  /** In order. */
  chunks(streamId: string): Promise<WaitingChunk[]>;
  /** `null` where there is none. */
  read(streamId: string, seq: number): Promise<ArrayBuffer | null>;
  forget(streamId: string, seq: number): Promise<void>;
}

type ChunkKey = [streamId: string, seq: number];

interface Schema extends DBSchema {
  broadcasts: { key: string; value: StoredBroadcast; indexes: { userId: string } };
  /** Apart from their bytes, so that a list of them is small. */
  chunks: { key: ChunkKey; value: WaitingChunk };
  bytes: { key: ChunkKey; value: ArrayBuffer };
}

const NAME = 'browser-stream';
const VERSION = 1;

/** The store in IndexedDB. Every call throws where the browser has none, or its storage fails. */
export function createChunkStore(): ChunkStore {
  const open = createConnection();
  return {
    begin: async (broadcast) => void (await (await open()).put('broadcasts', broadcast)),
    setCount: async (streamId, chunkCount) => setCount(await open(), streamId, chunkCount),
    broadcasts: async (userId) => (await open()).getAllFromIndex('broadcasts', 'userId', userId),
    drop: async (streamId) => drop(await open(), streamId),
    keep: async (streamId, chunk, bytes) => keep(await open(), streamId, chunk, bytes),
    chunks: async (streamId) => (await open()).getAll('chunks', rangeOf(streamId)),
    read: async (streamId, seq) => (await (await open()).get('bytes', [streamId, seq])) ?? null,
    forget: async (streamId, seq) => {
      const transaction = (await open()).transaction(['chunks', 'bytes'], 'readwrite');
      const key: ChunkKey = [streamId, seq];
      await Promise.all([
        transaction.objectStore('chunks').delete(key),
        transaction.objectStore('bytes').delete(key),
        transaction.done,
      ]);
    },
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

/** All of one broadcast: an array sorts after every number. */
const rangeOf = (streamId: string) => IDBKeyRange.bound([streamId], [streamId, []]);

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
    await broadcasts.put({ ...known, chunkCount: Math.max(known.chunkCount, chunk.seq + 1) });
  };
  const key: ChunkKey = [streamId, chunk.seq];
  await Promise.all([
    transaction.objectStore('chunks').put(chunk, key),
    transaction.objectStore('bytes').put(bytes, key),
    count(),
    transaction.done,
  ]);
}

async function setCount(database: IDBPDatabase<Schema>, streamId: string, chunkCount: number): Promise<void> {
  const transaction = database.transaction('broadcasts', 'readwrite');
  const known = await transaction.store.get(streamId);
  if (known) await transaction.store.put({ ...known, chunkCount });
  await transaction.done;
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
