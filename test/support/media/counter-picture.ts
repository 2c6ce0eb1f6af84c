import type { Page } from 'playwright-core';

/** Bits of the counter; at 30 frames a second 16 bits last for 36 minutes. */
const BITS = 16;
/** Side of a cell in a 720p picture. */
const CELL_PX = 64;
const CELLS_PER_ROW = 8;

export interface CounterShape {
  /** At least 8 cells wide and 3 high. @default 1280x720 */
  readonly size?: string;
  /** @default 64 */
  readonly cellPx?: number;
}

/**
 * Returns ffmpeg's source of a test picture with 30 frames a second. It counts frames in black and white cells, large
 * enough to survive any encoder. `watchFrames` and `frameAt` read the counter.
 */
export function counterPicture({ size = '1280x720', cellPx = CELL_PX }: CounterShape = {}): string {
  // One cell per bit, with a white and a black one as reference.
  const boxAt = (index: number): string => {
    const x = (index % CELLS_PER_ROW) * cellPx;
    const y = Math.floor(index / CELLS_PER_ROW) * cellPx;
    return `drawbox=x=${x}:y=${y}:w=${cellPx}:h=${cellPx}:t=fill`;
  };
  const bits = Array.from({ length: BITS }, (_, bit) => {
    const isSet = `mod(floor(n/${2 ** bit})\\,2)`;
    return `${boxAt(bit)}:color=black,${boxAt(bit)}:color=white:enable='${isSet}'`;
  });
  const references = [`${boxAt(BITS)}:color=white`, `${boxAt(BITS + 1)}:color=black`];
  return [`testsrc2=size=${size}:rate=30`, ...bits, ...references].join(',');
}

/** A frame as displayed to a viewer. */
export interface SeenFrame {
  /** When it was displayed, in ms of the page's clock. */
  readonly atMs: number;
  readonly counter: number;
}

export type ReadCounter = (video: HTMLVideoElement) => number;

/** A page of any browser and driver. */
export interface AnyPage {
  evaluate<Answer, Argument>(
    run: (argument: Argument) => Answer,
    argument: Argument,
  ): Promise<Awaited<Answer>>;
}

/** Injects `readCounter`, which reads the counter of a picture with cells of this size. */
export async function installCounterReader(page: AnyPage, cellPx: number): Promise<void> {
  await page.evaluate(
    ({ bits, cell, perRow }) => {
      // One pixel per cell: its centre.
      const rows = Math.ceil(bits / perRow) + 1;
      const canvas = new OffscreenCanvas(perRow, rows);
      const context = canvas.getContext('2d', { willReadFrequently: true });
      if (!context) throw new Error('No canvas');
      context.imageSmoothingEnabled = false;
      const readCounter = (video: HTMLVideoElement): number => {
        context.drawImage(video, 0, 0, perRow * cell, rows * cell, 0, 0, perRow, rows);
        const { data } = context.getImageData(0, 0, perRow, rows);
        const brightness = (index: number): number => data[4 * index + 1] ?? 0;
        const middle = (brightness(bits) + brightness(bits + 1)) / 2;
        let counter = 0;
        for (let bit = 0; bit < bits; bit += 1) if (brightness(bit) > middle) counter += 2 ** bit;
        return counter;
      };
      Object.assign(globalThis, { readCounter });
    },
    { bits: BITS, cell: cellPx, perRow: CELLS_PER_ROW },
  );
}

/** Records every frame that the page's video displays; `seenFrames` returns them. */
export async function watchFrames(page: Page, cellPx = CELL_PX): Promise<void> {
  await installCounterReader(page, cellPx);
  await page.evaluate(() => {
    const video = document.querySelector('video');
    if (!video) throw new Error('The page shows no video');
    const { readCounter } = globalThis as unknown as { readCounter: ReadCounter };
    const frames: { atMs: number; counter: number }[] = [];
    Object.assign(globalThis, { seenFrames: frames });
    const note = (atMs: number): void => {
      frames.push({ atMs, counter: readCounter(video) });
      video.requestVideoFrameCallback(note);
    };
    video.requestVideoFrameCallback(note);
  });
}

/** Pauses the page's video at this time. Returns the displayed frame, and the time of that frame. */
export async function frameAt(
  page: Page,
  atS: number,
  cellPx: number,
): Promise<{ readonly dueS: number; readonly counter: number }> {
  await installCounterReader(page, cellPx);
  return page.evaluate(async (atS) => {
    const video = document.querySelector('video');
    if (!video) throw new Error('The page shows no video');
    const { readCounter } = globalThis as unknown as { readCounter: ReadCounter };
    video.pause();
    const { promise, resolve } = Promise.withResolvers<number>();
    video.requestVideoFrameCallback((_, { mediaTime }) => resolve(mediaTime));
    video.currentTime = atS;
    const dueS = await promise;
    return { dueS, counter: readCounter(video) };
  }, atS);
}

export const seenFrames = (page: Page): Promise<SeenFrame[]> =>
  page.evaluate(() => (globalThis as unknown as { seenFrames: SeenFrame[] }).seenFrames);

/** Returns the longest time without a new frame, in ms. */
export function longestFreezeMs(frames: readonly SeenFrame[]): number {
  const gaps = frames.slice(1).map((frame, index) => frame.atMs - (frames[index]?.atMs ?? 0));
  return Math.max(0, ...gaps);
}
