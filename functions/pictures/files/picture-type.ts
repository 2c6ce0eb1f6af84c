import type { PICTURE_TYPES } from '#shared/channels/pictures.ts';
import { avifStill, avifWithoutMetadata } from './avif.ts';
import { gifStill, gifWithoutMetadata } from './gif.ts';
import { jpegWithoutMetadata } from './jpeg.ts';
import { pngStill, pngWithoutMetadata } from './png.ts';
import { webpStill, webpWithoutMetadata } from './webp.ts';

/** One of the accepted types, which are detected by the first bytes. */
export type PictureType = (typeof PICTURE_TYPES)[number];

/** Bytes from the start that `pictureType` needs. */
export const SIGNATURE_BYTES = 12;

export const pictureExtension: Readonly<Record<PictureType, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'image/avif': 'avif',
};

const JPEG = [0xff, 0xd8, 0xff];
/** PNG (Third Edition) §5.2. */
const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
/** RFC 9649 §2.4: `RIFF`, the size in four bytes, `WEBP`. */
const RIFF = [0x52, 0x49, 0x46, 0x46];
const WEBP = [0x57, 0x45, 0x42, 0x50];
/** `GIF8`, then `7a` or `9a`. */
const GIF = [0x47, 0x49, 0x46, 0x38];
/** `ftypavi`, then `f` or, for an animation, `s`. */
const AVIF = [0x66, 0x74, 0x79, 0x70, 0x61, 0x76, 0x69];

/** `null` for any other file. */
export function pictureType(bytes: Uint8Array): PictureType | null {
  const has = (signature: readonly number[], offset = 0) =>
    signature.every((byte, index) => bytes[offset + index] === byte);
  if (has(JPEG)) return 'image/jpeg';
  if (has(PNG)) return 'image/png';
  if (has(GIF)) return 'image/gif';
  if (has(AVIF, 4)) return 'image/avif';
  return has(RIFF) && has(WEBP, 8) ? 'image/webp' : null;
}

const WITHOUT: Readonly<Record<PictureType, (bytes: Uint8Array) => Uint8Array[] | null>> = {
  'image/jpeg': jpegWithoutMetadata,
  'image/png': pngWithoutMetadata,
  'image/webp': webpWithoutMetadata,
  'image/gif': gifWithoutMetadata,
  'image/avif': avifWithoutMetadata,
};

/**
 * Removes what a camera or an editor has added: place, time, device, author, comments, thumbnails, and bytes behind the
 * end. Keeps the coded picture byte for byte, its orientation and its colour profile. `null` if the bytes are not a
 * complete picture of that type.
 */
export function withoutMetadata(type: PictureType, bytes: Uint8Array): Uint8Array<ArrayBuffer> | null {
  const kept = WITHOUT[type](bytes);
  return kept && Buffer.concat(kept);
}

const STILLS: Partial<Readonly<Record<PictureType, (bytes: Uint8Array) => Uint8Array[]>>> = {
  'image/png': pngStill,
  'image/webp': webpStill,
  'image/gif': gifStill,
  'image/avif': avifStill,
};

/** The first frame of an animation without metadata, for people who want reduced motion. */
export const stillOf = (type: PictureType, bytes: Uint8Array): Uint8Array<ArrayBuffer> =>
  Buffer.concat(STILLS[type]?.(bytes) ?? [bytes]);
