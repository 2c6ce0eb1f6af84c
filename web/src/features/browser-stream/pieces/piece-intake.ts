/** Takes the output of a recorder into this browser, until it is uploaded. */
import { inTime } from '#web/lib/wait.ts';
import { MAX_CHUNK_BYTES } from '#shared/limits.ts';
import type { Way } from '#shared/live/browser-stream.ts';
import type { PieceStore } from './piece-store.ts';
import { type PieceId, type CountByWay, sha256Of, type WaitingPiece } from './piece.ts';

const MAX_MEMORY_BYTES = 64 * 1024 * 1024;
/** Timeout, because some browsers' storage hangs at times. */
const KEEP_MAX_MS = 5000;

export type PieceKeeper = ReturnType<typeof createPieceKeeper>;

interface KeeperOptions {
  readonly store: Pick<PieceStore, 'keep' | 'read' | 'forget'>;
  readonly streamId: string;
  readonly log: (message: string, error: unknown) => void;
  readonly maxMemoryBytes?: number;
  readonly keepMaxMs?: number;
}

/** Keeps the bytes of one broadcast until they are uploaded: in IndexedDB, or in memory if that is full. */
export function createPieceKeeper(options: KeeperOptions) {
  const { store, streamId, log, maxMemoryBytes = MAX_MEMORY_BYTES, keepMaxMs = KEEP_MAX_MS } = options;
  const memory = new Map<string, ArrayBuffer>();

  const keyOf = ({ way, seq }: PieceId): string => `${way}/${seq}`;
  const keepInMemory = (piece: PieceId, bytes: ArrayBuffer): boolean => {
    let usedBytes = bytes.byteLength;
    for (const kept of memory.values()) usedBytes += kept.byteLength;
    if (usedBytes > maxMemoryBytes) return false;
    memory.set(keyOf(piece), bytes);
    return true;
  };

  return {
    /** Returns false if there is no room anywhere: the piece is lost. */
    keep: async (piece: WaitingPiece, bytes: ArrayBuffer): Promise<boolean> => {
      try {
        await inTime(store.keep(streamId, piece, bytes), keepMaxMs);
        return true;
      } catch (error) {
        log('This browser cannot keep a chunk', error);
        return keepInMemory(piece, bytes);
      }
    },
    /** `null` if it no longer exists. Throws if it cannot be read at the moment. */
    read: async (piece: PieceId) => memory.get(keyOf(piece)) ?? store.read(streamId, piece),
    forget: async (piece: PieceId) => {
      memory.delete(keyOf(piece));
      // A leftover is at worst sent again, and the server then reports it as stored.
      await store
        .forget(streamId, piece)
        .catch((error: unknown) => log('A chunk cannot be forgotten', error));
    },
  };
}

interface IntakeOptions {
  readonly keeper: Pick<PieceKeeper, 'keep'>;
  readonly onKept: (piece: WaitingPiece) => void;
  readonly onLost: () => void;
  readonly log: (message: string, error: unknown) => void;
  readonly maxChunkBytes?: number;
  /** The numbers of the first ones. @default 0 */
  readonly next?: Partial<CountByWay>;
}

/** Numbers, hashes and locally stores the output of a recorder, in this order. */
export function createPieceIntake(options: IntakeOptions) {
  const { keeper, onKept, onLost, log, maxChunkBytes = MAX_CHUNK_BYTES } = options;
  const next = { direct: 0, compatible: 0, ...options.next };
  let last = Promise.resolve();

  const takePart = async (way: Way, part: Blob) => {
    const seq = next[way]++;
    try {
      const bytes = await part.arrayBuffer();
      const piece = { way, seq, sizeBytes: bytes.byteLength, sha256: await sha256Of(bytes) };
      if (await keeper.keep(piece, bytes)) return onKept(piece);
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
    /** Includes lost pieces. */
    count: (): CountByWay => ({ ...next }),
  };
}
