import { MAX_PICTURE_BYTES, MEBIBYTE } from '#shared/limits.ts';
import type { Picture, PictureUpload } from '#shared/channels/pictures.ts';
import { MOVING, STILL } from '#shared/plain/still-picture.ts';
import { pictureExtension, pictureType, stillOf, withoutMetadata } from './files/picture-type.ts';
import { isAnimated, refusalOfSize } from './files/picture-size.ts';
import { DomainError, requireFound } from '#functions/base/errors.ts';
import type { Budgets } from '#functions/limits/budgets.ts';
import type { PictureKey, PictureStorage } from './pictures.s3.ts';

export interface PicturesDeps {
  readonly pictures: PictureStorage;
  readonly budgets: Pick<Budgets, 'takeAll'>;
  readonly newId: () => string;
}

/** Throws `too_many_requests` if the day's budgets are used up. */
export async function startPicture(
  { pictures, budgets, newId }: PicturesDeps,
  channelId: string,
  { content_type, size }: { readonly content_type: string; readonly size: number },
): Promise<PictureUpload> {
  const pictureId = newId();
  await budgets.takeAll({ channelId, itemId: pictureId, amounts: { files: 1, uploads: size } });
  const form = await pictures.createUpload({ channelId, pictureId }, content_type, size);
  return { picture_id: pictureId, ...form };
}

/**
 * Checks an uploaded picture, removes its metadata and publishes it. Keeps the upload, so that a repeated request gives
 * the same result, but deletes a refused one. An animation also gets its first frame beside it. Throws `not_found`, `unsupported_media_type`, `payload_too_large`.
 */
export async function completePicture(
  { pictures }: Pick<PicturesDeps, 'pictures'>,
  channelId: string,
  pictureId: string,
): Promise<Picture> {
  const key = { channelId, pictureId };
  const uploaded = requireFound(await pictures.inspect(key), 'picture');
  const type = pictureType(uploaded.head);
  if (type && uploaded.sizeBytes > MAX_PICTURE_BYTES) {
    const max_mb = MAX_PICTURE_BYTES / MEBIBYTE;
    throw await refused(pictures, key, new DomainError('payload_too_large', 'picture_too_large', { max_mb }));
  }
  const whole = type && (await pictures.read(key));
  const bytes = whole && withoutMetadata(type, whole);
  if (!type || !bytes)
    throw await refused(pictures, key, new DomainError('unsupported_media_type', 'not_a_picture'));
  const refusal = refusalOfSize(type, bytes);
  if (refusal) throw await refused(pictures, key, refusal);
  const extension = pictureExtension[type];
  if (!isAnimated(type, bytes)) return { url: await pictures.publish(key, { bytes, extension, type }) };
  // First, so that each moving picture has its still one.
  await pictures.publish(key, { bytes: stillOf(type, bytes), extension: STILL + extension, type });
  return { url: await pictures.publish(key, { bytes, extension: MOVING + extension, type }) };
}

/** Deletes the upload; returns the error to throw. */
async function refused(
  pictures: PictureStorage,
  key: PictureKey,
  refusal: DomainError,
): Promise<DomainError> {
  await pictures.discard(key);
  return refusal;
}

/** Requires that the channel has uploaded the picture; an empty URL means none. Throws `forbidden`. */
export function requireOwnPicture(channelId: string, url = ''): void {
  if (url === '' || url.startsWith(`/media/pictures/${channelId}/`)) return;
  throw new DomainError('forbidden', 'not_your_picture');
}
