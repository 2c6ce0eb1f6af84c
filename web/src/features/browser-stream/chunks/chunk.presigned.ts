/** Sends chunks of WebM to presigned addresses. */
import type { ChunkUrl } from '../../../../../shared/browser-stream.ts';
import { MAX_ADDRESS_REFRESHES } from '../../../lib/api/put-to-storage.ts';
import { StorageFailure } from '../../../lib/api/retry.ts';
import { type AskAddresses, createChunkAddresses } from './chunk.addresses.ts';
import type { SendChunk } from './chunk.transfer.ts';
import type { WaitingChunk } from './chunk.ts';

export interface PresignedPorts {
  readonly askAddresses: AskAddresses;
  /** Throws `StorageFailure`. */
  readonly put: (address: ChunkUrl, bytes: ArrayBuffer, signal: AbortSignal) => Promise<unknown>;
}

/** `waiting`: all that will be sent this way, the next ones first. */
export function createPresignedSender(
  ports: PresignedPorts,
  waiting: () => readonly WaitingChunk[],
): SendChunk {
  const addresses = createChunkAddresses(ports.askAddresses, waiting);

  /** Answers whether it is worth another try at once, at a fresh address. */
  const hasExpired = async (
    chunk: WaitingChunk,
    bytes: ArrayBuffer,
    signal: AbortSignal,
  ): Promise<boolean> => {
    const address = await addresses.of(chunk, signal);
    if (address === null) return false;
    try {
      await ports.put(address, bytes, signal);
      return false;
    } catch (error) {
      const status = error instanceof StorageFailure ? error.status : 0;
      // Storage takes each number once.
      if (status === 412) return false;
      if (status >= 400) addresses.forget(chunk.seq);
      if (status === 403) return true;
      throw error;
    }
  };
  return async (chunk, bytes, signal) => {
    let refreshes = 0;
    while (await hasExpired(chunk, bytes, signal)) {
      if (++refreshes > MAX_ADDRESS_REFRESHES) throw new StorageFailure(403);
    }
    addresses.forget(chunk.seq);
  };
}
