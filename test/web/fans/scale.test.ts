import fc from 'fast-check';
import { expect, it } from 'vitest';
import { placeIn, ticksOf } from '../../../web/src/features/fans/compare/scale.ts';

it('an axis has round marks, with all values between the first and the last', () => {
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
        expect(placeIn(ticks, value)).toBeGreaterThanOrEqual(0);
        expect(placeIn(ticks, value)).toBeLessThanOrEqual(1);
      }
    }),
  );
});
