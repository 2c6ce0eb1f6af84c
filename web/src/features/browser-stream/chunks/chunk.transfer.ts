/** One try to bring a chunk into storage, and what its failure means. */
import { MAX_CHUNK_URLS } from '../../../../../shared/limits.ts';
import type { ChunkUrl, ChunkUrls } from '../../../../../shared/live/browser-stream.ts';
import { ApiFailure } from '../../../lib/api/api-failure.ts';
import { StorageFailure } from '../../../lib/api/patience/retry.ts';
import { MAX_ADDRESS_REFRESHES } from '../../../lib/api/put/put-to-storage.ts';
import { singleFlight } from '../../../lib/single-flight.ts';
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

/** Sends chunks of WebM to presigned addresses, which are asked for many at once. */

interface PresignedPorts {
  readonly askAddresses: (chunks: readonly WaitingChunk[], signal: AbortSignal) => Promise<ChunkUrls>;
  /** Throws `StorageFailure`. */
  readonly put: (address: ChunkUrl, bytes: ArrayBuffer, signal: AbortSignal) => Promise<unknown>;
  /** All that will be sent this way, the next ones first: as many as one request takes are asked for together. */
  readonly waiting: () => readonly WaitingChunk[];
}

export class PresignedSender {
  readonly #ports: PresignedPorts;
  /** `null`: it is stored already. */
  readonly #addresses = new Map<number, ChunkUrl | null>();

  constructor(ports: PresignedPorts) {
    this.#ports = ports;
  }

  readonly send: SendChunk = async (chunk, bytes, signal) => {
    let refreshes = 0;
    while (await this.#hasExpired(chunk, bytes, signal)) {
      if (++refreshes > MAX_ADDRESS_REFRESHES) throw new StorageFailure(403);
    }
    this.#addresses.delete(chunk.seq);
  };

  /** Sends it; answers whether it is worth another try at once, at a fresh address. */
  async #hasExpired(chunk: WaitingChunk, bytes: ArrayBuffer, signal: AbortSignal): Promise<boolean> {
    while (!this.#addresses.has(chunk.seq)) await this.#ask(chunk, signal);
    const address = this.#addresses.get(chunk.seq);
    if (!address) return false;
    try {
      await this.#ports.put(address, bytes, signal);
      return false;
    } catch (error) {
      const status = error instanceof StorageFailure ? error.status : 0;
      // Storage takes each number once.
      if (status === 412) return false;
      if (status >= 400) this.#addresses.delete(chunk.seq);
      if (status === 403) return true;
      throw error;
    }
  }

  // A request that is under way may bring what another chunk needs, too.
  readonly #ask = singleFlight(async (chunk: WaitingChunk, signal: AbortSignal) => {
    const others = this.#ports.waiting().filter(({ seq }) => seq !== chunk.seq && !this.#addresses.has(seq));
    const requested = [chunk, ...others.slice(0, MAX_CHUNK_URLS - 1)];
    const { uploads, stored } = await this.#ports.askAddresses(requested, signal);
    for (const upload of uploads) this.#addresses.set(upload.seq, upload);
    for (const seq of stored) this.#addresses.set(seq, null);
    if (!this.#addresses.has(chunk.seq)) throw new Error(`There is no address for chunk ${chunk.seq}`);
  });
}
