import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { estimatedCount, opensAfterMs, windowAt } from '#functions/limits/sliding-window.ts';

const WINDOW_MS = 60_000;
/** Half of a window is over. */
const NOW_MS = 100.5 * WINDOW_MS;

describe('the sliding window', () => {
  it.each([
    ['all of this window', { window: 100, count: 7, before: 0 }, 7],
    ['half of the window before, where half of this is over', { window: 100, count: 7, before: 10 }, 12],
    ['half of the last counted window', { window: 99, count: 8, before: 50 }, 4],
    ['nothing of what is long ago', { window: 98, count: 8, before: 8 }, 0],
  ])('counts %s', (_what, counts, expected) => {
    expect(estimatedCount(counts, NOW_MS, WINDOW_MS)).toBe(expected);
  });

  it('says exactly when one more fits', () => {
    const number = fc.integer({ min: 0, max: 200 });
    fc.assert(
      fc.property(
        number,
        number,
        fc.integer({ min: 2, max: 100 }),
        fc.nat(WINDOW_MS - 1),
        (count, before, limit, sinceMs) => {
          const nowMs = 100 * WINDOW_MS + sinceMs;
          const counts = { window: 100, count, before };
          if (estimatedCount(counts, nowMs, WINDOW_MS) <= limit - 1) return;
          const afterMs = opensAfterMs(counts, limit, nowMs, WINDOW_MS);
          const lately = (ms: number) => estimatedCount(counts, nowMs + ms, WINDOW_MS);
          expect(afterMs).toBeGreaterThan(0);
          expect(lately(afterMs)).toBeLessThanOrEqual(limit - 1 + 1e-6);
          expect(lately(afterMs - 2)).toBeGreaterThan(limit - 1);
        },
      ),
    );
  });

  it('belongs to its time', () => {
    expect(windowAt(NOW_MS, WINDOW_MS)).toBe(100);
  });
});
