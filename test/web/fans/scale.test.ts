import fc from 'fast-check';
import { expect, it } from 'vitest';
import { positionIn, sidesOf, ticksOf } from '#web/features/fans/compare/compare-chart.tsx';

it('an axis has round ticks that contain all values', () => {
  expect(ticksOf([30, 39, 51])).toEqual([25, 30, 35, 40, 45, 50, 55]);
  expect(ticksOf([20, 20])).toEqual([15, 20, 25]);
  // With one digit behind the point, as they are kept.
  const value = fc.integer({ min: 1, max: 10_000_000 }).map((tenths) => tenths / 10);
  const values = fc.array(value, { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(values, (values) => {
      const ticks = ticksOf(values);
      expect(ticks.length).toBeGreaterThan(1);
      expect(ticks.length).toBeLessThan(12);
      for (const value of values) {
        expect(positionIn(ticks, value)).toBeGreaterThanOrEqual(0);
        expect(positionIn(ticks, value)).toBeLessThanOrEqual(1);
      }
    }),
  );
});

it('an axis of non-negative values does not start below 0', () => {
  expect(ticksOf([1.5, 55])).toEqual([0, 20, 40, 60]);
});

it('labels of close points are on opposite sides', () => {
  const places = [
    { x: 100, y: 50 },
    { x: 110, y: 55 },
    { x: 110, y: 55 },
    { x: 300, y: 50 },
  ];
  expect(sidesOf(places, 30)).toEqual(['left', 'left', 'right', 'right']);
});
