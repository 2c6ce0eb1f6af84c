import type { Page } from 'playwright-core';

/** Bits of the counter; at 30 frames a second 16 of them last for 36 minutes. */
const BITS = 16;
const CELL_PX = 64;
const CELLS_PER_ROW = 8;

/** One cell for each bit, a white one and a black one to judge the others by. */
const cellAt = (index: number) => ({
  x: (index % CELLS_PER_ROW) * CELL_PX,
  y: Math.floor(index / CELLS_PER_ROW) * CELL_PX,
});

/**
 * ffmpeg's source of a 720p30 test picture that counts its frames in black and white cells, large enough to survive
 * any encoder. `readCounter` in the page reads it back.
 */
export function counterPicture(): string {
  const boxes = Array.from({ length: BITS }, (_, bit) => {
    const { x, y } = cellAt(bit);
    const isSet = `mod(floor(n/${2 ** bit})\\,2)`;
    const box = `drawbox=x=${x}:y=${y}:w=${CELL_PX}:h=${CELL_PX}:t=fill`;
    return `${box}:color=black,${box}:color=white:enable='${isSet}'`;
  });
  const white = cellAt(BITS);
  const reference = `drawbox=x=${white.x}:y=${white.y}:w=${CELL_PX}:h=${CELL_PX}:t=fill:color=white`;
  const black = `drawbox=x=${white.x + CELL_PX}:y=${white.y}:w=${CELL_PX}:h=${CELL_PX}:t=fill:color=black`;
  return ['testsrc2=size=1280x720:rate=30', ...boxes, reference, black].join(',');
}

/** A frame as a viewer saw it. */
export interface SeenFrame {
  /** When it was shown, in ms of the page's clock. */
  readonly atMs: number;
  readonly counter: number;
}

/** Starts to note every frame that the page's video shows; `seenFrames` fetches them. */
export async function watchFrames(page: Page): Promise<void> {
  await page.evaluate(
    ({ bits, cell, perRow }) => {
      const video = document.querySelector('video');
      if (!video) throw new Error('The page shows no video');
      const canvas = new OffscreenCanvas(perRow * cell, (Math.ceil(bits / perRow) + 1) * cell);
      const context = canvas.getContext('2d', { willReadFrequently: true });
      if (!context) throw new Error('No canvas');
      const brightness = (index: number): number => {
        const x = (index % perRow) * cell + cell / 2;
        const y = Math.floor(index / perRow) * cell + cell / 2;
        return context.getImageData(x, y, 1, 1).data[1] ?? 0;
      };
      const frames: { atMs: number; counter: number }[] = [];
      Object.assign(globalThis, { seenFrames: frames });
      const note = (atMs: number): void => {
        context.drawImage(video, 0, 0, canvas.width, canvas.height, 0, 0, canvas.width, canvas.height);
        const middle = (brightness(bits) + brightness(bits + 1)) / 2;
        let counter = 0;
        for (let bit = 0; bit < bits; bit += 1) if (brightness(bit) > middle) counter += 2 ** bit;
        frames.push({ atMs, counter });
        video.requestVideoFrameCallback(note);
      };
      video.requestVideoFrameCallback(note);
    },
    { bits: BITS, cell: CELL_PX, perRow: CELLS_PER_ROW },
  );
}

export const seenFrames = (page: Page): Promise<SeenFrame[]> =>
  page.evaluate(() => (globalThis as unknown as { seenFrames: SeenFrame[] }).seenFrames);

/** The longest time for which the picture stood still, in ms. */
export function longestFreezeMs(frames: readonly SeenFrame[]): number {
  const gaps = frames.slice(1).map((frame, index) => frame.atMs - (frames[index]?.atMs ?? 0));
  return Math.max(0, ...gaps);
}
