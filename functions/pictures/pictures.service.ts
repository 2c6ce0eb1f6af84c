import { MAX_PICTURE_BYTES } from '../../shared/limits.ts';
import type { Picture, PictureUpload } from '../../shared/pictures.ts';
import { DomainError, notFound } from '../errors.ts';
import { pictureExtension, pictureType, type PictureType } from './picture-type.ts';

/** Where pictures wait for their check, and where the site shows them from. */
export interface PictureStorage {
  /** A form that takes one picture of this type and at most this size, for a few minutes. */
  createUpload(
    upload: PictureKey,
    type: string,
    maxBytes: number,
  ): Promise<Pick<PictureUpload, 'url' | 'fields'>>;
  /** Size and first bytes of what was uploaded; `null` when nothing was. */
  inspect(upload: PictureKey): Promise<{ readonly size: number; readonly head: Uint8Array } | null>;
  discard(upload: PictureKey): Promise<void>;
  /** Copies the upload to where the site shows it from; answers its address on the site. */
  publish(upload: PictureKey, extension: string, type: PictureType): Promise<string>;
}

export interface PictureKey {
  readonly channelId: string;
  readonly pictureId: string;
}

export interface PicturesPorts {
  readonly pictures: PictureStorage;
  readonly newId: () => string;
}

export async function startPicture(
  { pictures, newId }: PicturesPorts,
  channelId: string,
  { content_type, size }: { readonly content_type: string; readonly size: number },
): Promise<PictureUpload> {
  const pictureId = newId();
  const form = await pictures.createUpload({ channelId, pictureId }, content_type, size);
  return { picture_id: pictureId, ...form };
}

/**
 * Publishes an uploaded picture once its bytes are those of a picture. The upload stays for a while, so that a repeated
 * request does the same again. Throws `not_found`, `unsupported_media_type`, `payload_too_large`; what is refused is
 * deleted.
 */
export async function completePicture({ pictures }: PicturesPorts, key: PictureKey): Promise<Picture> {
  const uploaded = await pictures.inspect(key);
  if (!uploaded) throw notFound('Picture');
  const type = pictureType(uploaded.head);
  if (uploaded.size <= MAX_PICTURE_BYTES && type) {
    return { url: await pictures.publish(key, pictureExtension[type], type) };
  }
  await pictures.discard(key);
  throw type
    ? new DomainError('payload_too_large', 'Pictures may have at most 2 MB.')
    : new DomainError('unsupported_media_type', 'This file is not a JPEG, PNG or WebP picture.');
}
