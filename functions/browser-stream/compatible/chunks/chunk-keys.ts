/** Where the chunks of recordings are in the uploads bucket. Pure. */
import { type BroadcastKey, digits } from '../../broadcast.ts';

/** The beginning of all keys of a broadcast's chunks. */
export const chunksPrefix = ({ channelId, id }: BroadcastKey): string => `chunks/${channelId}/${id}/`;

export const chunkKey = (broadcast: BroadcastKey, seq: number): string =>
  `${chunksPrefix(broadcast)}${digits(seq)}.webm`;

export const endMarkKey = (broadcast: BroadcastKey): string => `${chunksPrefix(broadcast)}end`;

/** What lies under a key; `null` where it is nothing of a broadcast's. */
export function readChunkKey(
  key: string,
): { readonly broadcast: BroadcastKey; readonly what: number | 'end' } | null {
  const [, channelId, id, seq] = /^chunks\/([^/]+)\/([^/]+)\/(?:(\d{6})\.webm|end)$/.exec(key) ?? [];
  if (!channelId || !id) return null;
  return { broadcast: { channelId, id }, what: seq === undefined ? 'end' : Number(seq) };
}
