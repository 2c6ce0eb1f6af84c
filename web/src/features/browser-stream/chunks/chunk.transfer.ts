import { MAX_CHUNK_URLS } from '#shared/limits.ts';
import type { ChunkUrl, ChunkUrls } from '#shared/live/browser-stream.ts';
import { ApiFailure } from '#web/lib/api/api-failure.ts';
import { StorageFailure } from '#web/lib/api/patience/retry.ts';
import { MAX_ADDRESS_REFRESHES } from '#web/lib/api/put-bytes.ts';
import { singleFlight } from '#web/lib/async/single-flight.ts';
import type { ScheduledChunk } from './chunk.schedule.ts';
import type { ChunkId, WaitingChunk } from './chunk.ts';

/** A chunk is lost after this many attempts in which it was unreadable or its content was refused. */
const MAX_HOPELESS_TRIES = 5;

export type SendChunk<Result = unknown> = (
  chunk: WaitingChunk,
  bytes: ArrayBuffer,
  signal: AbortSignal,
) => Promise<Result>;

export interface TransferPorts {
  readonly send: SendChunk;
  /** `null` if the chunk no longer exists. */
  readonly read: (chunk: ChunkId) => Promise<ArrayBuffer | null>;
}

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

/** Statuses that reject the content of this chunk, but not the next ones. */
const UNFIT = [400, 413, 415];

const isHopeless = (error: unknown): boolean =>
  error instanceof UnreadableChunk || (error instanceof ApiFailure && UNFIT.includes(error.status));

/** Whether the chunk is lost; counts hopeless attempts. */
export const isLost = (entry: ScheduledChunk, error: unknown): boolean =>
  error instanceof MissingChunk || (isHopeless(error) && ++entry.hopelessTries >= MAX_HOPELESS_TRIES);

const REFUSALS = [401, 403, 404, 409];

export const isRefusal = (error: unknown): boolean =>
  error instanceof ApiFailure && REFUSALS.includes(error.status);

interface PresignedPorts {
  readonly fetchAddresses: (chunks: readonly WaitingChunk[], signal: AbortSignal) => Promise<ChunkUrls>;
  /** Throws `StorageFailure`. */
  readonly put: (address: ChunkUrl, bytes: ArrayBuffer, signal: AbortSignal) => Promise<unknown>;
  /** The waiting chunks, the next ones first: as many URLs are requested together as the API allows. */
  readonly waiting: () => readonly WaitingChunk[];
}

/** Sends chunks to storage, at URLs that it requests in batches. */
export function presignedSender(ports: PresignedPorts): SendChunk {
  /** `null`: the chunk is stored already. */
  const addresses = new Map<number, ChunkUrl | null>();

  // A pending request may return the URL of another chunk, too.
  const requestAddress = singleFlight(async (chunk: WaitingChunk, signal: AbortSignal) => {
    const others = ports.waiting().filter(({ seq }) => seq !== chunk.seq && !addresses.has(seq));
    const requested = [chunk, ...others.slice(0, MAX_CHUNK_URLS - 1)];
    const { uploads, stored } = await ports.fetchAddresses(requested, signal);
    for (const upload of uploads) addresses.set(upload.seq, upload);
    for (const seq of stored) addresses.set(seq, null);
    if (!addresses.has(chunk.seq)) throw new Error(`There is no address for chunk ${chunk.seq}`);
  });

  /** Sends the chunk; returns true if its URL had expired, so that it should be sent to a new one. */
  const hasExpired: SendChunk<boolean> = async (chunk, bytes, signal) => {
    while (!addresses.has(chunk.seq)) await requestAddress(chunk, signal);
    const address = addresses.get(chunk.seq);
    if (!address) return false;
    try {
      await ports.put(address, bytes, signal);
      return false;
    } catch (error) {
      const status = error instanceof StorageFailure ? error.status : 0;
      // Storage accepts each number once.
      if (status === 412) return false;
      if (status >= 400) addresses.delete(chunk.seq);
      if (status === 403) return true;
      throw error;
    }
  };

  return async (chunk, bytes, signal) => {
    let refreshes = 0;
    while (await hasExpired(chunk, bytes, signal)) {
      if (++refreshes > MAX_ADDRESS_REFRESHES) throw new StorageFailure(403);
    }
    addresses.delete(chunk.seq);
  };
}
