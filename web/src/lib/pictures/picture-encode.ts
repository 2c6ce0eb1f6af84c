import { MAX_PICTURE_BYTES } from '#shared/limits.ts';
import { t } from '../i18n/messages.ts';
import { type Size, coverCrop } from './picture.ts';

/** The browser cannot decode the file. The message is for users. */
export class PictureError extends Error {
  override readonly name = 'PictureError';
}

const QUALITIES = [0.9, 0.75, 0.5];

/**
 * Crops and scales to `size` and encodes WebP, or JPEG without WebP support. Removes metadata such as location and
 * time. At most `MAX_PICTURE_BYTES`. Throws `PictureError`.
 */
export async function encodePicture(source: ImageBitmapSource, size: Size): Promise<Blob> {
  const canvas = await drawn(source, size);
  for (const quality of QUALITIES) {
    const picture =
      (await written(canvas, 'image/webp', quality)) ?? (await written(canvas, 'image/jpeg', quality));
    if (picture && picture.size <= MAX_PICTURE_BYTES) return picture;
  }
  throw new PictureError(t('common.pictureTooComplex'));
}

async function drawn(from: ImageBitmapSource, size: Size): Promise<HTMLCanvasElement> {
  const source = await createImageBitmap(from).catch((cause: unknown) => {
    throw new PictureError(t('common.pictureFormatUnknown'), { cause });
  });
  const canvas = Object.assign(document.createElement('canvas'), size);
  const context = canvas.getContext('2d');
  if (!context) throw new PictureError(t('common.picturesUnsupported'));
  const { x, y, width, height } = coverCrop(source, size);
  // JPEG would turn transparency black.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, size.width, size.height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(source, x, y, width, height, 0, 0, size.width, size.height);
  source.close();
  return canvas;
}

/** Browsers fall back to another type. */
const written = (canvas: HTMLCanvasElement, type: string, quality: number): Promise<Blob | null> =>
  new Promise((resolve) => {
    canvas.toBlob((picture) => resolve(picture?.type === type ? picture : null), type, quality);
  });
