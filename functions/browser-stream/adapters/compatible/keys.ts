/** Keys of chunks in the uploads bucket, and of windows in both buckets. Pure. */
import { CAMERA_PICTURE_SLOT_S } from '#shared/plain/live/live-pictures.ts';
import type { AttemptKey, Capture, CaptureKey } from './window-transcoder.ts';
import { broadcastFilesPrefix, type BroadcastKey, digits, slotDigits } from '../../broadcast.ts';

export const chunksPrefix = ({ channelId, id }: BroadcastKey): string => `chunks/${channelId}/${id}/`;

export const chunkKey = (broadcast: BroadcastKey, seq: number): string =>
  `${chunksPrefix(broadcast)}${digits(seq)}.webm`;

export const endMarkKey = (broadcast: BroadcastKey): string => `${chunksPrefix(broadcast)}end`;

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

export const captureUrl = (key: CaptureKey, capture: Capture): string =>
  `/${captureKey(key, capture)}.0000000.jpg`;

/** The key of a picture in the media bucket, without `.0000000.jpg`. */
export const captureKey = (key: CaptureKey, capture: Capture): string =>
  `${broadcastFilesPrefix(key)}${capture === 'live' ? livePictureName(key) : `${capture}-${key.windowId}`}`;

/**
 * Cards find earlier pictures by the second of their slot; of two windows at most one holds its start. They show the picture
 * whose name sorts last, and `shown` sorts after the `picture` of direct broadcasts.
 */
const livePictureName = ({ endMs }: CaptureKey): string =>
  `shown-${slotDigits(endMs - 1, CAMERA_PICTURE_SLOT_S)}`;
