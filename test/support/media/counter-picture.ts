import type { Page } from 'playwright-core';

/** Bits of the counter; at 30 frames a second 16 of them last for 36 minutes. */
const BITS = 16;
/** The side of a cell in a picture of 720p. */
const CELL_PX = 64;
const CELLS_PER_ROW = 8;

export interface CounterShape {
  /** At least 8 cells wide and 3 high. @default 1280x720 */
  readonly size?: string;
  /** @default 64 */
  readonly cellPx?: number;
}

/**
 * ffmpeg's source of a test picture with 30 frames a second that counts them in black and white cells, large enough to
 * survive any encoder. `watchFrames` and `frameAt` read it back.
 */
export function counterPicture({ size = '1280x720', cellPx = CELL_PX }: CounterShape = {}): string {
  // One cell for each bit, a white one and a black one to judge the others by.
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

/** A frame as a viewer saw it. */
export interface SeenFrame {
  /** When it was shown, in ms of the page's clock. */
  readonly atMs: number;
  readonly counter: number;
}

export type ReadCounter = (video: HTMLVideoElement) => number;

/** A page of any browser, whatever drives it. */
export interface AnyPage {
  evaluate<Answer, Argument>(
    run: (argument: Argument) => Answer,
    argument: Argument,
  ): Promise<Awaited<Answer>>;
}

/** Teaches the page to read the counter of a picture with cells of that size, by `readCounter`. */
export async function teachReading(page: AnyPage, cellPx: number): Promise<void> {
  await page.evaluate(
    ({ bits, cell, perRow }) => {
      // A pixel for each cell: the one in its middle.
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

/** Starts to note every frame that the page's video shows; `seenFrames` fetches them. */
export async function watchFrames(page: Page, cellPx = CELL_PX): Promise<void> {
  await teachReading(page, cellPx);
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

/** Stops the page's video at that time; answers the frame that it shows there, and when that one is due. */
export async function frameAt(
  page: Page,
  atS: number,
  cellPx: number,
): Promise<{ readonly dueS: number; readonly counter: number }> {
  await teachReading(page, cellPx);
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

/** The longest time for which the picture stood still, in ms. */
export function longestFreezeMs(frames: readonly SeenFrame[]): number {
  const gaps = frames.slice(1).map((frame, index) => frame.atMs - (frames[index]?.atMs ?? 0));
  return Math.max(0, ...gaps);
}
