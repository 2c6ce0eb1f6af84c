/** Loads the preview pictures of a seek bar: some ahead, and the one at the pointer. */
import { useEffect, useReducer, useState } from 'react';
import type { PreviewPicture } from '#web/lib/media/storyboard.ts';

/** Enough to have one near every position of a bar. */
const AHEAD = 12;

/** The index of the picture at a time, in pictures by time; -1 without pictures. */
export const pictureAt = (pictures: readonly PreviewPicture[], timeS: number): number =>
  pictures.length === 0
    ? -1
    : Math.max(
        0,
        pictures.findLastIndex(({ startS }) => startS <= timeS),
      );

/** `load` rejects where there is no picture; a later request tries it again. */
export function previewLoader(load: (url: string) => Promise<unknown>, onLoad: () => void) {
  const loading = new Set<string>();
  const loaded = new Set<string>();
  const request = async ({ url }: PreviewPicture): Promise<void> => {
    if (loading.has(url)) return;
    loading.add(url);
    try {
      await load(url);
      loaded.add(url);
      onLoad();
    } catch {
      loading.delete(url);
    }
  };
  return {
    requestSome: (pictures: readonly PreviewPicture[]): void => {
      const each = Math.ceil(pictures.length / AHEAD);
      for (const picture of pictures.filter((_, index) => index % each === 0)) void request(picture);
    },
    /** That at an index and those beside it. */
    requestAt: (pictures: readonly PreviewPicture[], index: number): void => {
      for (const at of [index, index + 1, index - 1]) if (pictures[at]) void request(pictures[at]);
    },
    /** The loaded one nearest to an index, so that a picture is visible while the right one loads. */
    nearest: (pictures: readonly PreviewPicture[], index: number): PreviewPicture | null => {
      for (let away = 0; away < pictures.length; away += 1)
        for (const picture of [pictures[index - away], pictures[index + away]])
          if (picture && loaded.has(picture.url)) return picture;
      return null;
    },
  };
}

/** The picture at a time, or the nearest loaded one; `null` before one is loaded. Loads some once `isWanted`. */
export function usePreviewPicture(
  pictures: readonly PreviewPicture[],
  timeS: number | null,
  isWanted: boolean,
): PreviewPicture | null {
  const [, rerender] = useReducer((times: number) => times + 1, 0);
  const [loader] = useState(() => previewLoader(imageLoader(), rerender));
  const index = timeS === null ? -1 : pictureAt(pictures, timeS);
  useEffect(() => {
    if (isWanted) loader.requestSome(pictures);
  }, [loader, pictures, isWanted]);
  useEffect(() => {
    if (index >= 0) loader.requestAt(pictures, index);
  }, [loader, pictures, index]);
  return index < 0 ? null : loader.nearest(pictures, index);
}

/** Keeps the images, since the browser may forget one that nothing refers to. */
function imageLoader() {
  const images: HTMLImageElement[] = [];
  return (url: string) =>
    new Promise((resolve, reject) => {
      const image = new Image();
      images.push(image);
      image.addEventListener('load', resolve);
      image.addEventListener('error', reject);
      image.src = url;
    });
}
