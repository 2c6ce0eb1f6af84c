/** Asks where chunks are to be PUT, for many at once. */
import type { ChunkUrl, ChunkUrls } from '../../../../../shared/browser-stream.ts';
import { MAX_CHUNK_URLS } from '../../../../../shared/limits.ts';
import { singleFlight } from '../../../lib/single-flight.ts';
import type { WaitingChunk } from './chunk.ts';

export type AskAddresses = (chunks: readonly WaitingChunk[], signal: AbortSignal) => Promise<ChunkUrls>;

export interface ChunkAddresses {
  /** Where to PUT a chunk; `null` where it is stored already. Throws as asking does. */
  of(chunk: WaitingChunk, signal: AbortSignal): Promise<ChunkUrl | null>;
  /** It has expired, or the chunk is stored. */
  forget(seq: number): void;
}

/** `waiting` answers all that will be sent, the next ones first: as many as one request takes are asked for together. */
export function createChunkAddresses(
  ask: AskAddresses,
  waiting: () => readonly WaitingChunk[],
): ChunkAddresses {
  const known = new Map<number, ChunkUrl | null>();

  // A request that is under way may bring what another chunk needs, too.
  const askFor = singleFlight(async (chunk: WaitingChunk, signal: AbortSignal) => {
    const others = waiting().filter(({ seq }) => seq !== chunk.seq && !known.has(seq));
    const { uploads, stored } = await ask([chunk, ...others.slice(0, MAX_CHUNK_URLS - 1)], signal);
    for (const upload of uploads) known.set(upload.seq, upload);
    for (const seq of stored) known.set(seq, null);
    if (!known.has(chunk.seq)) throw new Error(`There is no address for chunk ${chunk.seq}`);
  });

  const of = async (chunk: WaitingChunk, signal: AbortSignal): Promise<ChunkUrl | null> => {
    while (!known.has(chunk.seq)) await askFor(chunk, signal);
    return known.get(chunk.seq) ?? null;
  };
  return { of, forget: (seq) => void known.delete(seq) };
}
