import { describe, expect, it } from 'vitest';
import { isSoak, tries } from '#test/support/runner/effort.ts';
import { CONDITIONS, scoreOf } from '#test/support/media/meter/meter-scores.ts';

/** Of each condition. */
const CASES = tries(1);
const FIRST_SEED = isSoak ? 2_000_000 : 1;

describe('the speed of fans of 3 to 7 blades at 200 to 3,000 rpm', () => {
  it.each(CONDITIONS)('is within 1 % or unknown: $name', (condition) => {
    expect(scoreOf(condition, CASES, FIRST_SEED).wrong).toEqual([]);
  });

  it('is measured for most fans whose tones rise above the air', () => {
    const clear = { name: '', snrDb: 10, beside: null, hasFan: true };
    const { measured, measuredWithoutBlades, bladesFound, cases } = scoreOf(clear, tries(6), 500);
    expect(measured / cases).toBeGreaterThan(0.6);
    expect(measuredWithoutBlades / cases).toBeGreaterThan(0.2);
    expect(bladesFound / cases).toBeGreaterThan(0.1);
  });
});
