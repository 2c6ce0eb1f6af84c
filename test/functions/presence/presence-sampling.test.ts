import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  MAX_REPORT_EVERY,
  isSampled,
  reportAfterMs,
  samplingFor,
  viewersIn,
  windowAt,
  WRITES_A_WINDOW,
  type Report,
} from '#functions/presence/presence-sampling.ts';
import { seededRandom } from '#test/support/runner/seeded-random.ts';

const rooms = fc.integer({ min: 0, max: 5_000_000 });

describe('the sampling of a room', () => {
  it.each([0, 1, 199, 200])('with %i viewers counts each of them', (viewers) => {
    expect(samplingFor(viewers)).toEqual({ reportEvery: 1, weight: 1 });
  });

  it('with 100,000 viewers asks each every four minutes, and writes one report in 63', () => {
    expect(samplingFor(100_000)).toEqual({ reportEvery: 8, weight: 63 });
  });

  it('costs at most 200 expected writes a window, however large the room', () => {
    fc.assert(
      fc.property(rooms, (viewers) => {
        const { reportEvery, weight } = samplingFor(viewers);
        expect(viewers / reportEvery / weight).toBeLessThanOrEqual(WRITES_A_WINDOW);
      }),
    );
  });

  it('counts a viewer who left for at most eight windows', () => {
    fc.assert(
      fc.property(rooms, (viewers) => {
        const { reportEvery, weight } = samplingFor(viewers);
        expect(reportEvery).toBeGreaterThanOrEqual(1);
        expect(reportEvery).toBeLessThanOrEqual(MAX_REPORT_EVERY);
        expect(Number.isInteger(reportEvery) && Number.isInteger(weight)).toBe(true);
        expect(reportEvery === 1 || viewers > 4000).toBe(true);
      }),
    );
  });
});

describe('the next report', () => {
  const WINDOW_MS = 30_000;
  const NOW_MS = 1_700_000_001_000;
  const viewers = Array.from({ length: 1000 }, (_, n) => `viewer ${n}`);

  it.each([1, 4, 8])(
    'with %i windows between two, is in a window in which the last one counts',
    (reportEvery) => {
      for (const viewer of viewers) {
        const gaps: number[] = [];
        for (let [n, nowMs] = [0, NOW_MS]; n < 5; n++) {
          const nextMs = nowMs + reportAfterMs(viewer, nowMs, { reportEvery, weight: 1 });
          gaps.push(windowAt(nextMs) - windowAt(nowMs));
          // Reports take time.
          nowMs = nextMs + 500;
        }
        expect(gaps[0]).toBeGreaterThan(0);
        expect(gaps[0]).toBeLessThanOrEqual(reportEvery);
        expect(new Set(gaps.slice(1))).toEqual(new Set([reportEvery]));
      }
    },
  );

  it('of viewers who reported at once is spread', () => {
    const perSecond = new Map<number, number>();
    for (const viewer of viewers) {
      const second = Math.floor(reportAfterMs(viewer, NOW_MS, { reportEvery: 1, weight: 1 }) / 1000);
      perSecond.set(second, (perSecond.get(second) ?? 0) + 1);
    }
    expect(Math.max(...perSecond.values())).toBeLessThan((3 * viewers.length * 1000) / WINDOW_MS);
  });
});

/** One viewer: the window in which they arrive, and the number of viewers that each of their reports returns. */
interface Visit {
  readonly from: number;
  readonly rooms: readonly number[];
}

const visits = fc.array(
  fc.record({
    from: fc.integer({ min: 0, max: 20 }),
    rooms: fc.array(rooms, { minLength: 1, maxLength: 6 }),
  }),
  { maxLength: 40 },
);

/** What the visits leave in the table; `draw` says which reports are written. */
function reportsOf(visits: readonly Visit[], draw: (weight: number) => number): Report[] {
  return visits.flatMap(({ from, rooms }, viewer) => {
    let window = from;
    return rooms.map((room): Report => {
      const { reportEvery, weight } = samplingFor(room);
      const report = { window, viewer: `viewer ${viewer}`, reportEvery, weight: draw(weight) };
      window += reportEvery;
      return report;
    });
  });
}

/** Who is there: from the first report until the time for one that does not come. */
const presentIn = (visits: readonly Visit[], window: number): number =>
  visits.filter(({ from, rooms }) => {
    const until = rooms.reduce((time, room) => time + samplingFor(room).reportEvery, from);
    return from <= window && window < until;
  }).length;

describe('a sampled report', () => {
  it('is written with the probability of its weight', () => {
    const viewers = Array.from({ length: 20_000 }, (_, n) => `viewer ${n}`);
    for (const room of [1000, 60_000, 300_000]) {
      const sampling = samplingFor(room);
      const written = viewers.filter((viewer) => isSampled(viewer, 1_000_003, sampling)).length;
      // Five standard deviations.
      const expected = viewers.length / sampling.weight;
      expect(Math.abs(written - expected)).toBeLessThan(5 * Math.sqrt(expected));
    }
  });

  it('is always written when its weight is one', () => {
    expect(isSampled('anybody', 7, samplingFor(200))).toBe(true);
  });

  it('is drawn once for its whole time, however often it is repeated', () => {
    const sampling = samplingFor(300_000);
    const windows = Array.from({ length: sampling.reportEvery }, (_, n) => 10 * sampling.reportEvery + n);
    for (let n = 0; n < 500; n++) {
      expect(new Set(windows.map((window) => isSampled(`viewer ${n}`, window, sampling))).size).toBe(1);
    }
  });

  it('of a counted viewer changes nothing', () => {
    const report = (window: number, weight: number): Report => ({
      window,
      viewer: 'ada',
      reportEvery: 8,
      weight,
    });
    expect(viewersIn(9, [report(3, 60), report(7, 63), report(5, 63), report(7, 63)])).toBe(63);
  });
});

describe('the estimated number of viewers', () => {
  it('is exact in expectation in every window while rooms grow and shrink', () => {
    fc.assert(
      fc.property(visits, fc.integer({ min: 0, max: 70 }), (visits, window) => {
        // A report is written once in as many as it stands for, so it stands for one in expectation.
        const expected = reportsOf(visits, () => 1);
        expect(viewersIn(window, expected)).toBe(presentIn(visits, window));
      }),
    );
  });

  it('is close to the size of a sampled room', () => {
    const viewers = 60_000;
    const random = seededRandom(7);
    const sampling = samplingFor(viewers);
    const crowd = Array.from({ length: viewers }, (_, n) => ({
      from: n % sampling.reportEvery,
      rooms: [viewers, viewers],
    }));
    const reports = reportsOf(crowd, (weight) => (random() * weight < 1 ? weight : 0));
    const estimate = viewersIn(sampling.reportEvery - 1, reports);
    // Some 1600 written reports: five standard deviations are 12 %.
    expect(Math.abs(estimate - viewers) / viewers).toBeLessThan(0.12);
    expect(estimate).not.toBe(viewers);
  });

  it('ignores later reports', () => {
    const reports = [{ window: 5, viewer: 'ada', reportEvery: 1, weight: 3 }];
    expect([4, 5, 6].map((window) => viewersIn(window, reports))).toEqual([0, 3, 0]);
  });
});

it('a window lasts half a minute', () => {
  expect(windowAt(60_000)).toBe(2);
  expect(windowAt(89_999)).toBe(2);
  expect(windowAt(90_000)).toBe(3);
});
