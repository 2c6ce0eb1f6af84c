/** Stores the pieces of this browser's broadcasts in IndexedDB until they are uploaded. */
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { PieceId, CountByWay, WaitingPiece } from './piece.ts';
import type { Way } from '#shared/live/browser-stream.ts';

export interface StoredBroadcast {
  readonly streamId: string;
  /** The owner; other users of this browser do not see it. */
  readonly userId: string;
  readonly title: string;
  readonly startedAtMs: number;
  /** Known to this browser only: with it another page continues the broadcast. Missing in records of older versions. */
  readonly recordingId?: string;
  /** How it began; missing in records of older versions. */
  readonly way?: Way;
  /** Of WebM, as far as known. */
  readonly chunkCount: number;
  /** Missing in records of older versions. */
  readonly segmentCount?: number;
}

/** Of both ways. */
export const recordedOf = ({ chunkCount, segmentCount = 0 }: StoredBroadcast): number =>
  chunkCount + segmentCount;

/** Whether another page can continue it while it is live. A direct one that has changed its way cannot. */
export const isResumable = ({ recordingId, way, chunkCount }: StoredBroadcast): boolean =>
  recordingId !== undefined && (way === 'compatible' || chunkCount === 0);

/** WebM pieces keep the key of older versions, which had no segments. */
type PieceKey = [streamId: string, seq: number] | [streamId: string, way: 'direct', seq: number];

interface Schema extends DBSchema {
  broadcasts: { key: string; value: StoredBroadcast; indexes: { userId: string } };
  /** Without their bytes, so that listing them is fast. */
  chunks: { key: PieceKey; value: Omit<WaitingPiece, 'way'> & { readonly way?: Way } };
  bytes: { key: PieceKey; value: ArrayBuffer };
}

const NAME = 'browser-stream';
const VERSION = 1;

export type PieceStore = ReturnType<typeof createPieceStore>;

/** Creates the store. Every call throws if the browser has no IndexedDB, or if its storage fails. */
export function createPieceStore() {
  const open = createConnection();
  return {
    begin: async (broadcast: StoredBroadcast): Promise<void> =>
      void (await (await open()).put('broadcasts', broadcast)),
    /** Sets the final number of recorded pieces, including lost ones. */
    setCount: async (streamId: string, { direct, compatible }: CountByWay): Promise<void> => {
      const transaction = (await open()).transaction('broadcasts', 'readwrite');
      const known = await transaction.store.get(streamId);
      if (known) await transaction.store.put({ ...known, chunkCount: compatible, segmentCount: direct });
      await transaction.done;
    },
    broadcasts: async (userId: string): Promise<StoredBroadcast[]> =>
      (await open()).getAllFromIndex('broadcasts', 'userId', userId),
    /** Deletes a broadcast with its pieces. */
    drop: async (streamId: string): Promise<void> => {
      const transaction = (await open()).transaction(['broadcasts', 'chunks', 'bytes'], 'readwrite');
      await Promise.all([
        transaction.objectStore('broadcasts').delete(streamId),
        transaction.objectStore('chunks').delete(rangeOf(streamId)),
        transaction.objectStore('bytes').delete(rangeOf(streamId)),
        transaction.done,
      ]);
    },
    /** Throws if the browser has no room, or does not know the broadcast. */
    keep: async (streamId: string, piece: WaitingPiece, bytes: ArrayBuffer): Promise<void> =>
      keep(await open(), streamId, piece, bytes),
    /** In the order of recording: segments first, because a broadcast never returns to the direct way. */
    pieces: async (streamId: string): Promise<WaitingPiece[]> => {
      const all = await (await open()).getAll('chunks', rangeOf(streamId));
      const pieces = all.map((piece): WaitingPiece => ({ way: 'compatible', ...piece }));
      return [
        ...pieces.filter(({ way }) => way === 'direct'),
        ...pieces.filter(({ way }) => way === 'compatible'),
      ];
    },
    read: async (streamId: string, piece: PieceId): Promise<ArrayBuffer | null> =>
      (await (await open()).get('bytes', keyOf(streamId, piece))) ?? null,
    forget: async (streamId: string, piece: PieceId): Promise<void> => {
      const transaction = (await open()).transaction(['chunks', 'bytes'], 'readwrite');
      const key = keyOf(streamId, piece);
      await Promise.all([
        transaction.objectStore('chunks').delete(key),
        transaction.objectStore('bytes').delete(key),
        transaction.done,
      ]);
    },
  };
}

/** Opens the connection on first use, and again after the browser has closed it. */
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

const keyOf = (streamId: string, { way, seq }: PieceId): PieceKey =>
  way === 'direct' ? [streamId, way, seq] : [streamId, seq];

/** All keys of one broadcast: in IndexedDB an array sorts after numbers and strings. */
const rangeOf = (streamId: string) => IDBKeyRange.bound([streamId], [streamId, []]);

/** Stores the piece, its bytes and the new count in one transaction. */
async function keep(
  database: IDBPDatabase<Schema>,
  streamId: string,
  piece: WaitingPiece,
  bytes: ArrayBuffer,
): Promise<void> {
  const transaction = database.transaction(['broadcasts', 'chunks', 'bytes'], 'readwrite');
  const broadcasts = transaction.objectStore('broadcasts');
  const count = async () => {
    const known = await broadcasts.get(streamId);
    // The pieces of an unknown broadcast would never be found.
    if (!known) return transaction.abort();
    const name = piece.way === 'direct' ? 'segmentCount' : 'chunkCount';
    await broadcasts.put({ ...known, [name]: Math.max(known[name] ?? 0, piece.seq + 1) });
  };
  const key = keyOf(streamId, piece);
  await Promise.all([
    transaction.objectStore('chunks').put(piece, key),
    transaction.objectStore('bytes').put(bytes, key),
    count(),
    transaction.done,
  ]);
}
