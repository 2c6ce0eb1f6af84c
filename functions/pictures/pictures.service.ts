import { MAX_PICTURE_BYTES } from '../../shared/limits.ts';
import type { Picture, PictureUpload } from '../../shared/channels/pictures.ts';
import { pictureExtension, pictureType } from './files/picture-type.ts';
import { withoutMetadata } from './files/without-metadata.ts';
import { DomainError, notFound } from '../base/errors.ts';
import type { PicturesPorts } from './ports.ts';

/** Begins the upload of a picture. Throws `too_many_requests` where the day's budgets are used up. */
export async function startPicture(
  { pictures, budgets, newId }: PicturesPorts,
  channelId: string,
  { content_type, size }: { readonly content_type: string; readonly size: number },
): Promise<PictureUpload> {
  const pictureId = newId();
  await Promise.all([
    budgets.take('files', { channelId, itemId: pictureId, amount: 1 }),
    budgets.take('uploads', { channelId, itemId: pictureId, amount: size }),
  ]);
  const form = await pictures.createUpload({ channelId, pictureId }, content_type, size);
  return { picture_id: pictureId, ...form };
}

/**
 * Publishes an uploaded picture once its bytes are those of a picture, without what was written beside it. The upload
 * stays for a while, so that a repeated request does the same again. Throws `not_found`, `unsupported_media_type`,
 * `payload_too_large`; what is refused is deleted.
 */
export async function completePicture(
  { pictures }: Pick<PicturesPorts, 'pictures'>,
  channelId: string,
  pictureId: string,
): Promise<Picture> {
  const key = { channelId, pictureId };
  const uploaded = await pictures.inspect(key);
  if (!uploaded) throw notFound('Picture');
  const type = pictureType(uploaded.head);
  if (type && uploaded.sizeBytes > MAX_PICTURE_BYTES) {
    await pictures.discard(key);
    throw new DomainError('payload_too_large', 'Pictures may have at most 2 MB.');
  }
  const whole = type && (await pictures.read(key));
  const bytes = whole && withoutMetadata(type, whole);
  if (bytes) return { url: await pictures.publish(key, { bytes, extension: pictureExtension[type], type }) };
  await pictures.discard(key);
  throw new DomainError('unsupported_media_type', 'This file is not a whole JPEG, PNG or WebP picture.');
}
