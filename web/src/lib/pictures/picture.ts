export interface Size {
  readonly width: number;
  readonly height: number;
}

export const AVATAR_SIZE: Size = { width: 512, height: 512 };
export const THUMBNAIL_SIZE: Size = { width: 1280, height: 720 };

/** Fits `source` into `box`, keeping proportions. */
export function fitted(source: Size, box: Size): Size {
  const scale = Math.min(1, box.width / source.width, box.height / source.height);
  return { width: Math.round(source.width * scale), height: Math.round(source.height * scale) };
}

/** The largest centred crop with the proportions of `target`. */
export function coverCrop(source: Size, target: Size): Size & { readonly x: number; readonly y: number } {
  const scale = Math.min(source.width / target.width, source.height / target.height);
  const width = target.width * scale;
  const height = target.height * scale;
  return { x: (source.width - width) / 2, y: (source.height - height) / 2, width, height };
}

export interface NewPicture {
  readonly blob: Blob;
  readonly url: string;
}

/** The current address, empty for none, or a new picture. */
export type PictureChoice = string | NewPicture;

/** The address for display; empty for none. */
export const srcOf = (choice: PictureChoice): string => (typeof choice === 'string' ? choice : choice.url);
