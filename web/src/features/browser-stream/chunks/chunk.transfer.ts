/** One try to bring a chunk into storage, and what its failure means. */
import type { ChunkUrl } from '../../../../../shared/browser-stream.ts';
import { ApiFailure } from '../../../lib/api/api-failure.ts';
import { StorageFailure } from '../../../lib/api/retry.ts';
import type { ChunkAddresses } from './chunk.addresses.ts';
import type { ScheduledChunk } from './chunk.schedule.ts';
import type { WaitingChunk } from './chunk.ts';

/** A chunk that this browser cannot read so often is lost. */
const MAX_READS = 5;

export interface TransferPorts {
  /** Throws `StorageFailure`. */
  readonly put: (address: ChunkUrl, bytes: ArrayBuffer, signal: AbortSignal) => Promise<unknown>;
  /** `null` where a chunk is no longer there. */
  readonly read: (seq: number) => Promise<ArrayBuffer | null>;
}

/** Ends when the chunk is stored. */
export async function transfer(
  chunk: WaitingChunk,
  ports: TransferPorts,
  addresses: ChunkAddresses,
  signal: AbortSignal,
): Promise<void> {
  const address = await addresses.of(chunk);
  if (address === null) return;
  const bytes = await ports.read(chunk.seq).catch((cause: unknown) => {
    throw new UnreadableChunk(cause);
  });
  if (bytes === null) throw new MissingChunk();
  try {
    await ports.put(address, bytes, signal);
  } catch (error) {
    if (!isStoredAlready(error)) throw error;
  }
}

class MissingChunk extends Error {}

class UnreadableChunk extends Error {
  constructor(cause: unknown) {
    super('A chunk cannot be read', { cause });
  }
}

/** Storage takes each number once. */
const isStoredAlready = (error: unknown): boolean => error instanceof StorageFailure && error.status === 412;

/** Whether it can no longer be read; counts how often it could not. */
export const isLost = (entry: ScheduledChunk, error: unknown): boolean =>
  error instanceof MissingChunk || (error instanceof UnreadableChunk && ++entry.unreadable >= MAX_READS);

const REFUSALS = [401, 403, 404, 409];

/** Whether the API takes no more chunks of this broadcast. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof ApiFailure && REFUSALS.includes(error.status);

/** Whether storage has refused the address. */
export const isAddressRefused = (error: unknown): error is StorageFailure =>
  error instanceof StorageFailure && error.status >= 400;
