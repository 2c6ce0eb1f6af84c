import { jpegWithoutMetadata } from './jpeg.ts';
import { pngWithoutMetadata } from './png.ts';
import { webpWithoutMetadata } from './webp.ts';
import type { PictureType } from './picture-type.ts';

const WITHOUT: Readonly<Record<PictureType, (bytes: Uint8Array) => Uint8Array[] | null>> = {
  'image/jpeg': jpegWithoutMetadata,
  'image/png': pngWithoutMetadata,
  'image/webp': webpWithoutMetadata,
};

/**
 * A picture with nothing in it but what is shown: what a camera or an editor wrote beside it (place, time, device, author,
 * comments, smaller pictures, whatever is behind its end) is left out, the coded picture stays byte for byte. Which way is
 * up stays said, and so does what its colours mean. `null` where the bytes are no whole picture of that type.
 */
export function withoutMetadata(type: PictureType, bytes: Uint8Array): Uint8Array<ArrayBuffer> | null {
  const kept = WITHOUT[type](bytes);
  return kept && Buffer.concat(kept);
}
