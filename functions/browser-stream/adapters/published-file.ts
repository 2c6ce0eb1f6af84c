import type { BroadcastKey } from '../broadcast.ts';

/** A published file never changes. */
const FOREVER = 'public, max-age=31536000, immutable';
/** The number of stored headers to remember, before they are written again. */
const MAX_KNOWN = 1000;

export interface PublishedFile {
  /** Relative to the broadcast's folder. */
  readonly name: string;
  readonly body: Uint8Array | string;
  readonly contentType: string;
  /** For a file that is replaced later. @default cached for a year */
  readonly maxAgeS?: number;
}

export const cacheControlOf = ({ maxAgeS }: PublishedFile): string =>
  maxAgeS === undefined ? FOREVER : `public, max-age=${maxAgeS}`;

type Publish = (broadcast: BroadcastKey, file: PublishedFile) => Promise<unknown>;

/** Stores a header once, because it belongs to many segments. */
export function withHeadersOnce(store: Publish) {
  const known = new Set<string>();
  return async (broadcast: BroadcastKey, file: PublishedFile): Promise<void> => {
    const key = `${broadcast.id}/${file.name}`;
    if (known.has(key)) return;
    await store(broadcast, file);
    if (known.size >= MAX_KNOWN) known.clear();
    if (file.name.startsWith('init-')) known.add(key);
  };
}
