import { describe, expect, it } from 'vitest';
import {
  fit,
  isReduced,
  mainFormat,
  type Quality,
  QualityControl,
  smallFormat,
  type Strain,
  withoutRedundantRendition,
} from '#web/features/browser-stream/direct/quality/quality.ts';

const WELL: Strain = { backlogMs: 300, waitingPictures: 1, droppedPictures: 0 };
const SLOW_WAY: Strain = { ...WELL, backlogMs: 4000 };
const SLOW_DEVICE: Strain = { ...WELL, waitingPictures: 9 };
const CAMERA = { widthPx: 1280, heightPx: 720 };

/** Checks once a second for a time; returns the results. */
function createLookalikes(mayHaveSmall = true) {
  const control = new QualityControl(mayHaveSmall);
  let atMs = 0;
  return (strain: Strain, seconds: number): Quality[] =>
    Array.from({ length: seconds }, () => control.adjust(strain, (atMs += 1000)));
}

const bits = (qualities: readonly Quality[]) => [
  ...new Set(qualities.map(({ bitsPerSecond }) => bitsPerSecond)),
];

describe('a slow connection', () => {
  it('lowers bit rate, then frame rate, then size, and the small rendition at once', () => {
    const found = createLookalikes()(SLOW_WAY, 30);
    expect(bits(found)).toEqual([1_600_000, 1_000_000, 600_000, 420_000, 280_000]);
    const at = (wanted: Partial<Quality>) =>
      found.findIndex((quality) =>
        Object.entries(wanted).every(([key, value]) => quality[key as keyof Quality] === value),
      );
    expect(at({ hasSmall: false })).toBe(0);
    expect(at({ framesPerSecond: 15 })).toBeGreaterThan(at({ bitsPerSecond: 600_000 }));
    expect(at({ isFullSize: false })).toBeGreaterThan(at({ framesPerSecond: 15 }));
  });

  it('waits for the effect of each step', () => {
    expect(bits(createLookalikes()(SLOW_WAY, 2))).toEqual([1_600_000]);
  });

  it('keeps a minimum bit rate for pictures, and never lowers the sound', () => {
    const found = createLookalikes()(SLOW_WAY, 60);
    for (const quality of found) expect(mainFormat(quality, CAMERA).bitsPerSecond).toBeGreaterThan(100_000);
  });

  it('returns to full quality step by step after long enough', () => {
    const inspect = createLookalikes();
    inspect(SLOW_WAY, 5);
    expect(bits(inspect(WELL, 9))).toEqual([1_000_000]);
    expect(bits(inspect(WELL, 60))).toEqual([1_000_000, 1_600_000, 2_500_000]);
  });

  it('doubles the wait after each failed increase', () => {
    const inspect = createLookalikes();
    inspect(SLOW_WAY, 2);
    const waits: number[] = [];
    for (let climb = 0; climb < 4; climb += 1) {
      let waited = 0;
      while (inspect(WELL, 1)[0]?.bitsPerSecond !== 2_500_000) waited += 1;
      waits.push(waited);
      inspect(SLOW_WAY, 3);
    }
    expect(waits).toEqual([10, 20, 40, 80]);
  });

  it('changes nothing while its queue is neither long nor short', () => {
    const inspect = createLookalikes();
    inspect(SLOW_WAY, 2);
    expect(bits(inspect({ ...WELL, backlogMs: 2000 }, 100))).toEqual([1_600_000]);
  });
});

describe('a slow device', () => {
  it('gives up the small rendition, then frame rate, then size; the bit rate stays', () => {
    const inspect = createLookalikes();
    expect(inspect(SLOW_DEVICE, 1)[0]).toMatchObject({
      hasSmall: false,
      framesPerSecond: 30,
      isFullSize: true,
    });
    expect(inspect(SLOW_DEVICE, 2)[1]).toMatchObject({ framesPerSecond: 15, isFullSize: true });
    expect(inspect(SLOW_DEVICE, 2)[1]).toMatchObject({ isFullSize: false, bitsPerSecond: 2_500_000 });
  });

  it('is detected by skipped pictures', () => {
    expect(createLookalikes()({ ...WELL, droppedPictures: 1 }, 1)[0]?.hasSmall).toBe(false);
  });

  it('that could never encode it has no small rendition', () => {
    expect(createLookalikes(false)(WELL, 1)[0]?.hasSmall).toBe(false);
  });
});

describe('the sent quality', () => {
  const [best] = createLookalikes()(WELL, 1) as [Quality];

  it('is 2,500,000 bit/s in all, and 450,000 for the small rendition with sound', () => {
    const [main, small] = [mainFormat(best, CAMERA), smallFormat(best, CAMERA)];
    const [sound, headers] = [128_000, 20_000];
    expect(main.bitsPerSecond + small.bitsPerSecond + sound + 2 * headers).toBe(2_500_000);
    expect(small.bitsPerSecond + sound + headers).toBe(450_000);
  });

  it('is reduced by bit rate, frame rate or size, not by a missing small rendition', () => {
    expect(isReduced(best)).toBe(false);
    expect(isReduced({ ...best, hasSmall: false })).toBe(false);
    expect(isReduced({ ...best, bitsPerSecond: 1_600_000 })).toBe(true);
    expect(isReduced({ ...best, framesPerSecond: 15 })).toBe(true);
    expect(isReduced({ ...best, isFullSize: false })).toBe(true);
  });

  it('has no small rendition for pictures that are hardly larger', () => {
    expect(withoutRedundantRendition(best, CAMERA).hasSmall).toBe(true);
    expect(withoutRedundantRendition(best, { widthPx: 720, heightPx: 1280 }).hasSmall).toBe(true);
    expect(withoutRedundantRendition(best, { widthPx: 640, heightPx: 360 }).hasSmall).toBe(false);
  });

  it.each([
    ['lying', { widthPx: 1920, heightPx: 1080 }, { widthPx: 1280, heightPx: 720 }],
    ['standing', { widthPx: 1080, heightPx: 1920 }, { widthPx: 720, heightPx: 1280 }],
    ['4:3', { widthPx: 1024, heightPx: 768 }, { widthPx: 960, heightPx: 720 }],
    ['smaller, as it is', { widthPx: 640, heightPx: 480 }, { widthPx: 640, heightPx: 480 }],
    ['odd, made even', { widthPx: 641, heightPx: 361 }, { widthPx: 642, heightPx: 362 }],
  ])('fits pictures that are %s', (_, camera, size) => {
    expect(fit(camera, { widthPx: 1280, heightPx: 720 })).toEqual(size);
  });
});
