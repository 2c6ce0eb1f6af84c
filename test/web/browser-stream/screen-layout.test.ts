import { describe, expect, it } from 'vitest';
import {
  cameraBox,
  cornerByKey,
  CORNERS,
  FIRST_LAYOUT,
  nearestCorner,
  screenBox,
} from '#web/features/browser-stream/screen-layout.ts';

describe('the composed picture', () => {
  it.each([
    ['a wide screen', { widthPx: 3440, heightPx: 1440 }, { widthPx: 1280, heightPx: 536, x: 0, y: 92 }],
    ['a tall window', { widthPx: 600, heightPx: 1200 }, { widthPx: 360, heightPx: 720, x: 460, y: 0 }],
    ['a small tab', { widthPx: 640, heightPx: 360 }, { widthPx: 1280, heightPx: 720, x: 0, y: 0 }],
  ])('shows the whole of %s', (_, screen, box) => {
    expect(screenBox(screen)).toEqual(box);
  });

  it.each(CORNERS)('has the camera inside its %s corner, in two sizes', (corner) => {
    for (const camera of [
      { widthPx: 1280, heightPx: 720 },
      { widthPx: 720, heightPx: 1280 },
    ]) {
      const [small, large] = [false, true].map((isLarge) =>
        cameraBox(camera, { ...FIRST_LAYOUT, corner, isLarge }),
      );
      expect(large!.widthPx).toBeGreaterThan(small!.widthPx);
      for (const { x, y, widthPx, heightPx } of [small!, large!]) {
        expect(Math.min(x, y)).toBeGreaterThanOrEqual(24);
        expect(1280 - x - widthPx).toBeGreaterThanOrEqual(24);
        expect(720 - y - heightPx).toBeGreaterThanOrEqual(24);
        expect(nearestCorner((x + widthPx / 2) / 1280, (y + heightPx / 2) / 720)).toBe(corner);
        expect(widthPx / heightPx).toBeCloseTo(camera.widthPx / camera.heightPx, 1);
      }
    }
  });

  it('moves the camera by arrow keys', () => {
    expect(cornerByKey('bottom-right', 'ArrowUp')).toBe('top-right');
    expect(cornerByKey('top-right', 'ArrowLeft')).toBe('top-left');
    expect(cornerByKey('top-left', 'ArrowDown')).toBe('bottom-left');
    expect(cornerByKey('bottom-left', 'ArrowRight')).toBe('bottom-right');
    expect(cornerByKey('bottom-left', 'Enter')).toBeNull();
  });
});
