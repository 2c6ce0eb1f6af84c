import { MAX_PICTURE_FRAMES, MAX_PICTURE_PIXELS, MEBIBYTE } from '#shared/limits.ts';
import { DomainError } from '#functions/base/errors.ts';
import { avifSize } from './avif.ts';
import { gifSize } from './gif.ts';
import { jpegSize } from './jpeg.ts';
import type { PictureType } from './picture-type.ts';
import { pngSize } from './png.ts';
import { webpSize } from './webp.ts';

/** The decoded size, as declared by the file. */
export interface PictureSize {
  /** Of a frame. */
  readonly pixels: number;
  /** Of an animation; otherwise 1. */
  readonly frames: number;
}

/** Of a picture that `refusalOfSize` accepts. */
export const isAnimated = (type: PictureType, bytes: Uint8Array): boolean =>
  (SIZES[type](bytes)?.frames ?? 1) > 1;

const SIZES: Readonly<Record<PictureType, (bytes: Uint8Array) => PictureSize | null>> = {
  'image/jpeg': jpegSize,
  'image/png': pngSize,
  'image/webp': webpSize,
  'image/gif': gifSize,
  'image/avif': avifSize,
};

/**
 * Why a picture must not be published: a small file can have so many pixels that it fills the memory of every browser
 * that shows it.
 */
export function refusalOfSize(
  type: PictureType,
  bytes: Uint8Array,
  maxPixels = MAX_PICTURE_PIXELS,
): DomainError | undefined {
  const size = SIZES[type](bytes);
  if (!size || size.pixels === 0) return new DomainError('unsupported_media_type', 'not_a_picture');
  const { pixels, frames } = size;
  if (frames > MAX_PICTURE_FRAMES)
    return new DomainError('payload_too_large', 'picture_too_many_frames', { max: MAX_PICTURE_FRAMES });
  if (pixels * frames <= maxPixels) return undefined;
  const max_megapixels = maxPixels / MEBIBYTE;
  return new DomainError('payload_too_large', 'picture_too_many_pixels', { max_megapixels });
}
