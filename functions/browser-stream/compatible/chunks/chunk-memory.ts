import type { BroadcastKey } from '../../broadcast.ts';
import type { ChunkFiles } from '../../ports/files.ts';

/** The chunks that some broadcasts are working with: each is read when it comes, to be planned with, and to be cut. */
const KEPT_BYTES = 48_000_000;

/** Reads each chunk once, as long as the last ones are asked for. A stored chunk never changes, so nothing can be stale. */
export function rememberingChunks(files: ChunkFiles): ChunkFiles {
  const kept = new Map<string, Uint8Array>();
  let keptBytes = 0;
  const forget = (key: string): void => {
    keptBytes -= kept.get(key)?.length ?? 0;
    kept.delete(key);
  };
  const keep = (key: string, bytes: Uint8Array): void => {
    forget(key);
    kept.set(key, bytes);
    keptBytes += bytes.length;
    for (const oldest of kept.keys()) {
      if (keptBytes <= KEPT_BYTES) break;
      forget(oldest);
    }
  };
  const keyOf = ({ id }: BroadcastKey, seq: number): string => `${id}/${seq}`;
  return {
    ...files,
    read: async (broadcast, seq) => {
      const key = keyOf(broadcast, seq);
      const bytes = kept.get(key) ?? (await files.read(broadcast, seq));
      keep(key, bytes);
      return bytes;
    },
    remove: async (broadcast, seq) => {
      forget(keyOf(broadcast, seq));
      await files.remove(broadcast, seq);
    },
  };
}
