import { createHash } from 'node:crypto';
import { PRESENCE_INTERVAL_MS } from '#shared/limits.ts';

/** Reports per window; viewers of a larger channel report less often. */
const REPORTS_A_WINDOW = 4000;
/** Expected writes per window. */
export const WRITES_A_WINDOW = 200;
/** Expected writes with a delay. */
const DELAYS_A_WINDOW = 40;
/** The longest time, in windows, that a viewer who has left is still counted. */
export const MAX_REPORT_EVERY = 8;

interface Sampling {
  /** Windows between two reports of a viewer; a report counts for as many windows. */
  readonly reportEvery: number;
  /** Viewers that one stored report represents; one report in `weight` is stored. */
  readonly weight: number;
}

export const windowAt = (timeMs: number): number => Math.floor(timeMs / PRESENCE_INTERVAL_MS);

/**
 * Small channels are counted exactly. `expected`: how many there may be by now, if the number was counted before a
 * rush; a wrong guess makes the count less exact, but not wrong on average.
 */
export function samplingFor(viewers: number, expected = viewers): Sampling {
  const reportEvery = Math.min(MAX_REPORT_EVERY, Math.max(1, Math.ceil(viewers / REPORTS_A_WINDOW)));
  const weight = Math.max(1, Math.ceil(expected / reportEvery / WRITES_A_WINDOW));
  return { reportEvery, weight };
}

export interface Report extends Sampling {
  readonly window: number;
  readonly viewer: string;
  /** In seconds; only a sample of viewers has one. */
  readonly delayS?: number;
}

const DRAW_BYTES = 6;

/** A pseudo-random number in [0, 1), constant per viewer and occasion. */
export const sampleValue = (viewer: string, occasion: string): number =>
  createHash('sha256').update(`${viewer} ${occasion}`).digest().readUIntBE(0, DRAW_BYTES) /
  2 ** (8 * DRAW_BYTES);

/** True for one viewer in `weight`; constant up to the viewer's next report, so that reporting more often has no effect. */
export const isSampled = (viewer: string, window: number, { reportEvery, weight }: Sampling): boolean =>
  sampleValue(viewer, String(Math.floor(window / reportEvery))) * weight < 1;

/** The share of a window that is left for reports to arrive in, because sending takes time. */
const SPARE = 0.1;

/**
 * After how many ms the viewer reports again: in a window of their own among the next `reportEvery`, at a moment of their
 * own, so that viewers who came at once do not report at once.
 */
export function reportAfterMs(viewer: string, nowMs: number, { reportEvery }: Sampling): number {
  const own = sampleValue(viewer, 'moment') * reportEvery;
  const window = windowAt(nowMs);
  const passed = (window - Math.floor(own) + reportEvery) % reportEvery;
  const next = window + reportEvery - passed + (own % 1) * (1 - SPARE);
  return Math.round(next * PRESENCE_INTERVAL_MS - nowMs);
}

/**
 * Estimates the viewers in `window` by each viewer's latest report that still counts. Unbiased even if the sampling has
 * changed, because each report has its own.
 */
export function viewersIn(window: number, reports: readonly Report[]): number {
  const latest = new Map<string, Report>();
  for (const report of reports) {
    const age = window - report.window;
    if (age < 0 || age >= report.reportEvery) continue;
    if (report.window >= (latest.get(report.viewer)?.window ?? 0)) latest.set(report.viewer, report);
  }
  return [...latest.values()].reduce((viewers, { weight }) => viewers + weight, 0);
}

export const isDelaySampled = (viewer: string, { viewers }: { readonly viewers: number }): boolean =>
  sampleValue(viewer, 'delay') * Math.min(viewers, WRITES_A_WINDOW) < DELAYS_A_WINDOW;

/** Viewers with a larger delay have rewound, or report a wrong value. */
const LONGEST_DELAY_S = 120;

/** Seconds since the displayed picture was recorded; `undefined` if implausible. */
export function delayOf(playedAt: string | undefined, nowMs: number): number | undefined {
  if (playedAt === undefined) return undefined;
  const delayS = Math.round((nowMs - Date.parse(playedAt)) / 100) / 10;
  return delayS >= 0 && delayS <= LONGEST_DELAY_S ? delayS : undefined;
}

/** The median of the latest delays in this and the previous window, in seconds, because it ignores outliers. */
export function typicalDelay(window: number, reports: readonly Report[]): number | null {
  const latest = new Map<string, number>();
  for (const { window: reportedIn, viewer, delayS } of reports.toSorted((a, b) => a.window - b.window))
    if (delayS !== undefined && reportedIn >= window - 1 && reportedIn <= window) latest.set(viewer, delayS);
  const sorted = [...latest.values()].toSorted((a, b) => a - b);
  return sorted[(sorted.length - 1) >> 1] ?? null;
}
