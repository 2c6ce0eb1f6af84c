/** Takes the output of a recorder into this browser, until it is uploaded. */
import { inTime } from '#web/lib/wait.ts';
import { MAX_CHUNK_BYTES } from '#shared/limits.ts';
import type { Way } from '#shared/live/browser-stream.ts';
import type { ChunkStore } from './chunk.store.ts';
import { type ChunkId, type CountByWay, sha256Of, type WaitingChunk } from './chunk.ts';

const MAX_MEMORY_BYTES = 64 * 1024 * 1024;
/** Timeout, because some browsers' storage hangs at times. */
const KEEP_MAX_MS = 5000;

export type ChunkKeeper = ReturnType<typeof createChunkKeeper>;

interface KeeperOptions {
  readonly store: Pick<ChunkStore, 'keep' | 'read' | 'forget'>;
  readonly streamId: string;
  readonly log: (message: string, error: unknown) => void;
  readonly maxMemoryBytes?: number;
  readonly keepMaxMs?: number;
}

/** Keeps the bytes of one broadcast until they are uploaded: in IndexedDB, or in memory if that is full. */
export function createChunkKeeper(options: KeeperOptions) {
  const { store, streamId, log, maxMemoryBytes = MAX_MEMORY_BYTES, keepMaxMs = KEEP_MAX_MS } = options;
  const memory = new Map<string, ArrayBuffer>();

  const keyOf = ({ way, seq }: ChunkId): string => `${way}/${seq}`;
  const keepInMemory = (chunk: ChunkId, bytes: ArrayBuffer): boolean => {
    let usedBytes = bytes.byteLength;
    for (const kept of memory.values()) usedBytes += kept.byteLength;
    if (usedBytes > maxMemoryBytes) return false;
    memory.set(keyOf(chunk), bytes);
    return true;
  };

  return {
    /** Returns false if there is no room anywhere: the chunk is lost. */
    keep: async (chunk: WaitingChunk, bytes: ArrayBuffer): Promise<boolean> => {
      try {
        await inTime(store.keep(streamId, chunk, bytes), keepMaxMs);
        return true;
      } catch (error) {
        log('This browser cannot keep a chunk', error);
        return keepInMemory(chunk, bytes);
      }
    },
    /** `null` if it no longer exists. Throws if it cannot be read at the moment. */
    read: async (chunk: ChunkId) => memory.get(keyOf(chunk)) ?? store.read(streamId, chunk),
    forget: async (chunk: ChunkId) => {
      memory.delete(keyOf(chunk));
      // A leftover is at worst sent again, and the server then reports it as stored.
      await store
        .forget(streamId, chunk)
        .catch((error: unknown) => log('A chunk cannot be forgotten', error));
    },
  };
}

interface IntakeOptions {
  readonly keeper: Pick<ChunkKeeper, 'keep'>;
  readonly onKept: (chunk: WaitingChunk) => void;
  readonly onLost: () => void;
  readonly log: (message: string, error: unknown) => void;
  readonly maxChunkBytes?: number;
  /** The numbers of the first ones. @default 0 */
  readonly next?: Partial<CountByWay>;
}

/** Numbers, hashes and locally stores the output of a recorder, in this order. */
export function createChunkIntake(options: IntakeOptions) {
  const { keeper, onKept, onLost, log, maxChunkBytes = MAX_CHUNK_BYTES } = options;
  const next = { direct: 0, compatible: 0, ...options.next };
  let last = Promise.resolve();

  const takePart = async (way: Way, part: Blob) => {
    const seq = next[way]++;
    try {
      const bytes = await part.arrayBuffer();
      const chunk = { way, seq, sizeBytes: bytes.byteLength, sha256: await sha256Of(bytes) };
      if (await keeper.keep(chunk, bytes)) return onKept(chunk);
    } catch (error) {
      log('A chunk of the recording is unreadable', error);
    }
    onLost();
  };
  const takeAll = async (way: Way, blob: Blob) => {
    if (way === 'direct') return takePart(way, blob);
    // A WebM recording is one byte stream, so that a large blob can be split anywhere.
    for (let start = 0; start < blob.size; start += maxChunkBytes) {
      await takePart(way, blob.slice(start, start + maxChunkBytes));
    }
  };
  return {
    /** Takes a whole segment, or a slice of WebM of any length. */
    take: (way: Way, blob: Blob): void => {
      last = last.then(() => takeAll(way, blob));
    },
    /** Resolves when all data is stored locally, or lost. */
    settled: (): Promise<void> => last,
    /** Includes lost chunks. */
    count: (): CountByWay => ({ ...next }),
  };
}
