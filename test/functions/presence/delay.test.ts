import { describe, expect, it } from 'vitest';
import { delayOf, isDelaySampled, typicalDelay } from '#functions/presence/presence-sampling.ts';

const NOW_MS = Date.parse('2026-01-01T20:00:00Z');
const report = (window: number, viewer: string, delayS?: number) => ({
  window,
  viewer,
  reportEvery: 1,
  weight: 1,
  ...(delayS !== undefined && { delayS }),
});

describe('the delay of viewers', () => {
  it.each([
    ['2026-01-01T19:59:56.750Z', 3.3],
    ['2026-01-01T20:00:00Z', 0],
    ['2026-01-01T20:00:05Z', undefined],
    ['2026-01-01T19:00:00Z', undefined],
    [undefined, undefined],
  ])('with a picture time of %s is %s s', (visibleAt, delayS) => {
    expect(delayOf(visibleAt, NOW_MS)).toBe(delayS);
  });

  it('is the median of recent reports', () => {
    const reports = [
      report(9, 'a', 30),
      report(10, 'a', 4),
      report(10, 'b', 3),
      report(9, 'c', 5),
      report(10, 'liar', 119),
      report(10, 'silent'),
      report(7, 'gone', 1),
    ];
    expect(typicalDelay(10, reports)).toBe(4);
    expect(typicalDelay(10, [])).toBeNull();
  });

  it('is stored for all viewers of a small room and about forty of a large one', () => {
    const kept = (viewers: number) =>
      Array.from({ length: 200 }, (_, n) => isDelaySampled(`viewer ${n}`, { viewers })).filter(Boolean)
        .length;
    expect(kept(30)).toBe(200);
    expect(kept(100_000)).toBeGreaterThan(15);
    expect(kept(100_000)).toBeLessThan(80);
  });
});
