import { MAX_LIVE_PICTURE_PIXELS } from '#shared/limits.ts';
import { CAMERA_PICTURE_SLOT_S } from '#shared/plain/live/live-pictures.ts';
import { pictureType, refusalOfSize, withoutMetadata } from '#functions/pictures/index.ts';
import { DomainError } from '#functions/base/errors.ts';
import { broadcastFilesPrefix, slotDigits } from '../broadcast.ts';
import { requireDirect } from '../own-broadcast.ts';
import type { IntakeDeps } from '../deps.ts';

/** The first picture of a minute gets the name by which rewinding finds it; then one in ten seconds is kept. */
const SLOTS_S = [60, CAMERA_PICTURE_SLOT_S];

/**
 * Throws `not_found`, `forbidden`, `conflict` if the broadcast has ended, `unsupported_media_type`, `payload_too_large`
 * for too many pixels.
 */
export async function storePicture(
  { broadcasts, segments, clock }: Pick<IntakeDeps, 'broadcasts' | 'segments' | 'clock'>,
  channelId: string,
  { streamId, bytes }: { readonly streamId: string; readonly bytes: Uint8Array },
): Promise<void> {
  const broadcast = await requireDirect(broadcasts, channelId, streamId);
  if (broadcast.state !== 'live') throw new DomainError('conflict', 'broadcast_ended');
  const body = pictureType(bytes) === 'image/jpeg' ? withoutMetadata('image/jpeg', bytes) : null;
  if (!body) throw new DomainError('unsupported_media_type', 'not_a_jpeg');
  const refusal = refusalOfSize('image/jpeg', body, MAX_LIVE_PICTURE_PIXELS);
  if (refusal) throw refusal;
  const sinceStartMs = clock() - broadcast.startedAtMs;
  for (const slotS of SLOTS_S) {
    const name = pictureName(sinceStartMs, slotS);
    if (await segments.publishOnce(broadcast, { name, body, contentType: 'image/jpeg' }))
      return broadcasts.showPicture(broadcast, `/${broadcastFilesPrefix(broadcast)}${name}`);
  }
}

const pictureName = (sinceStartMs: number, slotS: number): string =>
  `picture-${slotDigits(Math.max(0, sinceStartMs), slotS)}.jpg`;
