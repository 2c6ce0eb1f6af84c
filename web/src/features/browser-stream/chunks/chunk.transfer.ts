/** One try to bring a chunk into storage, and what its failure means. */
import { ApiFailure } from '../../../lib/api/api-failure.ts';
import type { ScheduledChunk } from './chunk.schedule.ts';
import type { ChunkId, WaitingChunk } from './chunk.ts';

/** A chunk that this browser cannot read so often is lost, and so is one that is refused so often for what it is. */
const MAX_HOPELESS_TRIES = 5;

/** Brings the bytes of a chunk into storage, in one try. Throws `StorageFailure` or `ApiFailure`. */
export type SendChunk = (chunk: WaitingChunk, bytes: ArrayBuffer, signal: AbortSignal) => Promise<unknown>;

export interface TransferPorts {
  readonly send: SendChunk;
  /** `null` where a chunk is no longer there. */
  readonly read: (chunk: ChunkId) => Promise<ArrayBuffer | null>;
}

/** Ends when the chunk is stored. */
export async function transfer(
  chunk: WaitingChunk,
  ports: TransferPorts,
  signal: AbortSignal,
): Promise<void> {
  const bytes = await ports.read(chunk).catch((cause: unknown) => {
    throw new UnreadableChunk(cause);
  });
  if (bytes === null) throw new MissingChunk();
  await ports.send(chunk, bytes, signal);
}

class MissingChunk extends Error {}

class UnreadableChunk extends Error {
  constructor(cause: unknown) {
    super('A chunk cannot be read', { cause });
  }
}

/** Of a chunk: the API says that it is none. The next ones may be. */
const UNFIT = [400, 413, 415];

const isHopeless = (error: unknown): boolean =>
  error instanceof UnreadableChunk || (error instanceof ApiFailure && UNFIT.includes(error.status));

/** Whether it is given up; counts how often it was hopeless. */
export const isLost = (entry: ScheduledChunk, error: unknown): boolean =>
  error instanceof MissingChunk || (isHopeless(error) && ++entry.hopelessTries >= MAX_HOPELESS_TRIES);

const REFUSALS = [401, 403, 404, 409];

/** Whether the API takes no more chunks of this broadcast. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof ApiFailure && REFUSALS.includes(error.status);
