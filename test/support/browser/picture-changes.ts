import type { Page } from 'playwright-core';

/** Of a colour's channel, from 0 to 255: what versions of a browser draw differently at the edges of curves. */
const TOLERANCE = 12;
/** Of the pixels of a specimen. */
const MAX_CHANGED_SHARE = 0.001;

/** The specimens of /design that differ between two pictures of the open `page`, which compares them. */
export const changedSpecimens = (page: Page, before: Buffer, after: Buffer): Promise<string[]> =>
  page.evaluate(
    async ({ pictures, tolerance, maxShare }) => {
      const [old, now] = await Promise.all(
        pictures.map(async (picture) => {
          const bytes = Uint8Array.from(atob(picture), (character) => character.charCodeAt(0));
          const bitmap = await createImageBitmap(new Blob([bytes]));
          const canvas = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!;
          canvas.drawImage(bitmap, 0, 0);
          return canvas.getImageData(0, 0, bitmap.width, bitmap.height);
        }),
      );
      const { width, height, data } = now!;
      if (old!.width !== width || old!.height !== height)
        return [`${width} × ${height} in place of ${old!.width} × ${old!.height}`];
      const isChanged = (at: number): boolean =>
        [0, 1, 2].some((channel) => Math.abs(data[at + channel]! - old!.data[at + channel]!) > tolerance);
      const isWhole = height > innerHeight;
      const specimens = [...document.querySelectorAll<HTMLElement>('[data-specimen]')];
      const areas = isWhole
        ? specimens.map((one) => ({ name: one.dataset['specimen']!, box: one.getBoundingClientRect() }))
        : [{ name: 'the window', box: new DOMRect(0, 0, width, height) }];
      return areas.flatMap(({ name, box }) => {
        const [left, top] = [Math.floor(box.left), Math.floor(box.top + (isWhole ? scrollY : 0))];
        let changed = 0;
        for (let y = top; y < Math.min(top + box.height, height); y += 1)
          for (let x = left; x < left + box.width; x += 1) if (isChanged((y * width + x) * 4)) changed += 1;
        return changed > box.width * box.height * maxShare ? [`${name}`] : [];
      });
    },
    {
      pictures: [before, after].map((picture) => picture.toString('base64')),
      tolerance: TOLERANCE,
      maxShare: MAX_CHANGED_SHARE,
    },
  );
