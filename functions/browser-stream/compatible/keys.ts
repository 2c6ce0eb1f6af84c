/** Keys of chunks in the uploads bucket, and of windows in both buckets. Pure. */
import type { AttemptKey, Capture } from './window-transcoder.ts';
import { broadcastFilesPrefix, type BroadcastKey, digits } from '../broadcast.ts';

/** The prefix of all chunk keys of a broadcast. */
export const chunksPrefix = ({ channelId, id }: BroadcastKey): string => `chunks/${channelId}/${id}/`;

export const chunkKey = (broadcast: BroadcastKey, seq: number): string =>
  `${chunksPrefix(broadcast)}${digits(seq)}.webm`;

export const endMarkKey = (broadcast: BroadcastKey): string => `${chunksPrefix(broadcast)}end`;

/** The broadcast and the chunk number that a key stands for; `null` for other keys. */
export function readChunkKey(
  key: string,
): { readonly broadcast: BroadcastKey; readonly what: number | 'end' } | null {
  const [, channelId, id, seq] = /^chunks\/([^/]+)\/([^/]+)\/(?:(\d{6})\.webm|end)$/.exec(key) ?? [];
  if (!channelId || !id) return null;
  return { broadcast: { channelId, id }, what: seq === undefined ? 'end' : Number(seq) };
}

/** The key of an attempt's files in the uploads bucket, without `.webm` and `.ts`. */
export const attemptKey = ({ channelId, id, windowId, attempt }: AttemptKey): string =>
  `windows/${channelId}/${id}/${windowId}-${attempt}`;

/** The URL of a picture on the site. */
export const captureUrl = (key: AttemptKey, capture: Capture): string =>
  `/${captureKey(key, capture)}.0000000.jpg`;

/**
 * Cards show the picture whose name sorts last. `shown` sorts after `picture`, so that after a direct broadcast
 * continued with chunks, their pictures are shown.
 */
const captureNames: Readonly<Record<Capture, string>> = {
  poster: 'poster',
  picture: 'picture',
  live: 'shown',
};

/** The key of a picture in the media bucket, without `.0000000.jpg`. */
export const captureKey = (key: AttemptKey, capture: Capture): string =>
  `${broadcastFilesPrefix(key)}${captureNames[capture]}-${key.windowId}`;
