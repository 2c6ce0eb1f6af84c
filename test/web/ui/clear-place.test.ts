import fc from 'fast-check';
import { expect, it } from 'vitest';
import { clearPlace, coveredWeight, type Obstacle } from '#web/ui/overlays/clear-place.ts';

const WINDOW = { left: 0, top: 0, width: 1440, height: 900 };
const TOAST = { width: 368, height: 90 };
const CORNER = { left: 0, top: 810 };
const box = (left: number, top: number, width: number, height: number, weight = 1_000_000): Obstacle => ({
  left,
  top,
  width,
  height,
  weight,
});

it('a toast without anything below stands in its corner', () => {
  expect(clearPlace(TOAST, WINDOW, [], CORNER)).toEqual(CORNER);
});

it.each([
  ['a sidebar', box(0, 0, 240, 900)],
  ['a button in the corner', box(256, 836, 400, 44)],
  ['a row of buttons along the edge', box(0, 840, 1440, 60)],
  ['a text', box(20, 850, 300, 20, 1)],
])('a toast stands beside %s', (_, obstacle) => {
  const place = clearPlace(TOAST, WINDOW, [obstacle], CORNER);
  expect(coveredWeight({ ...place, ...TOAST }, [obstacle])).toBe(0);
});

it('a toast whose size comes from the page, by getters, stands beside a button', () => {
  class Rect {
    get width() {
      return TOAST.width;
    }
    get height() {
      return TOAST.height;
    }
  }
  const button = box(0, 836, 400, 44);
  const place = clearPlace(new Rect(), WINDOW, [button], CORNER);
  expect(coveredWeight({ ...place, ...TOAST }, [button])).toBe(0);
});

it('a toast covers text where only controls would be left', () => {
  const text = box(0, 0, 1440, 450, 1);
  const controls = box(0, 450, 1440, 450);
  const { top } = clearPlace(TOAST, WINDOW, [text, controls], CORNER);
  expect(top + TOAST.height).toBeLessThanOrEqual(450);
});

it('a toast stays inside the window, whatever is in it', () => {
  const side = fc.integer({ min: 0, max: 1440 });
  const obstacles = fc.array(fc.tuple(side, side, side, side).map((sides) => box(...sides)));
  const windows = fc.record({
    left: fc.constant(0),
    top: fc.integer({ min: 0, max: 300 }),
    width: fc.integer({ min: 368, max: 2000 }),
    height: fc.integer({ min: 90, max: 1200 }),
  });
  fc.assert(
    fc.property(windows, obstacles, (area, found) => {
      const { left, top } = clearPlace(TOAST, area, found, { left: 0, top: area.top + area.height });
      expect([left, top].every(Number.isFinite)).toBe(true);
      expect(left + TOAST.width).toBeLessThanOrEqual(area.left + area.width);
      expect(top + TOAST.height).toBeLessThanOrEqual(area.top + area.height);
      expect(top).toBeGreaterThanOrEqual(area.top);
    }),
  );
});
