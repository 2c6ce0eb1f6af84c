import { MAX_LIVE_PICTURE_PIXELS } from '../../../shared/limits.ts';
import { pictureType, refusalOfSize, withoutMetadata } from '../../pictures/index.ts';
import { DomainError } from '../../base/errors.ts';
import { broadcastFilesPrefix, digits } from '../broadcast.ts';
import { requireDirect } from '../own-broadcast.ts';
import type { IntakeDeps } from '../deps.ts';

/** At most one picture is kept in so many seconds. */
const SLOT_S = 10;

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
  const name = pictureName(clock() - broadcast.startedAtMs);
  const file = { name, body, contentType: 'image/jpeg' };
  if (await segments.publishOnce(broadcast, file))
    await broadcasts.showPicture(broadcast, `/${broadcastFilesPrefix(broadcast)}${name}`);
}

const pictureName = (sinceStartMs: number): string => {
  const slotS = Math.floor(Math.max(0, sinceStartMs) / 1000 / SLOT_S) * SLOT_S;
  return `picture-${digits(slotS)}.jpg`;
};
