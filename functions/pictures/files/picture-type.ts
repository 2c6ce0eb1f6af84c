import { jpegWithoutMetadata } from './jpeg.ts';
import { pngWithoutMetadata } from './png.ts';
import { webpWithoutMetadata } from './webp.ts';

/** The accepted types, which are detected by the first bytes. */
export type PictureType = 'image/jpeg' | 'image/png' | 'image/webp';

/** Bytes from the start that `pictureType` needs. */
export const SIGNATURE_BYTES = 12;

export const pictureExtension: Readonly<Record<PictureType, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
};

const JPEG = [0xff, 0xd8, 0xff];
/** PNG (Third Edition) §5.2. */
const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
/** RFC 9649 §2.4: `RIFF`, the size in four bytes, `WEBP`. */
const RIFF = [0x52, 0x49, 0x46, 0x46];
const WEBP = [0x57, 0x45, 0x42, 0x50];

/** `null` for any other file. */
export function pictureType(bytes: Uint8Array): PictureType | null {
  const has = (signature: readonly number[], offset = 0) =>
    signature.every((byte, index) => bytes[offset + index] === byte);
  if (has(JPEG)) return 'image/jpeg';
  if (has(PNG)) return 'image/png';
  return has(RIFF) && has(WEBP, 8) ? 'image/webp' : null;
}

const WITHOUT: Readonly<Record<PictureType, (bytes: Uint8Array) => Uint8Array[] | null>> = {
  'image/jpeg': jpegWithoutMetadata,
  'image/png': pngWithoutMetadata,
  'image/webp': webpWithoutMetadata,
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
