import { createHash } from 'node:crypto';
import { PRESENCE_INTERVAL_MS } from '../../shared/limits.ts';

/** Reports that a room may send in one window; in a larger one each viewer reports less often. */
const REPORTS_A_WINDOW = 4000;
/** Writes that a room may cost in one window, in expectation. */
export const WRITES_A_WINDOW = 200;
/** Of these, how many say how far behind their viewers are. */
const DELAYS_A_WINDOW = 40;
/** Windows for which one report may stand: so long is somebody who left still counted in the largest rooms. */
export const MAX_REPORT_EVERY = 8;

/** How the viewers of a room are sampled. */
export interface Sampling {
  /** Windows between two reports of one viewer; a report counts in as many windows. */
  readonly reportEvery: number;
  /** Viewers that one written report stands for; one in so many is written. */
  readonly weight: number;
}

/** The number of the window that holds a moment. */
export const windowAt = (timeMs: number): number => Math.floor(timeMs / PRESENCE_INTERVAL_MS);

/** The sampling of a room with so many viewers: small rooms are counted one by one. */
export function samplingFor(viewers: number): Sampling {
  const reportEvery = Math.min(MAX_REPORT_EVERY, Math.max(1, Math.ceil(viewers / REPORTS_A_WINDOW)));
  const weight = Math.max(1, Math.ceil(viewers / reportEvery / WRITES_A_WINDOW));
  return { reportEvery, weight };
}

/** What one viewer reported in one window, under the sampling of that time. */
export interface Report extends Sampling {
  readonly window: number;
  readonly viewer: string;
  /** How far behind the broadcast the viewer's picture was, in seconds; of some viewers alone. */
  readonly delayS?: number;
}

const DRAW_BYTES = 6;

/** From 0 to below 1: as good as random over all viewers, and for one viewer and occasion always the same. */
export const drawOf = (viewer: string, occasion: string): number =>
  createHash('sha256').update(`${viewer} ${occasion}`).digest().readUIntBE(0, DRAW_BYTES) /
  2 ** (8 * DRAW_BYTES);

/**
 * Whether a viewer's report is among those that are written: one in `weight`. The lot is drawn for the time up to the
 * next report that is due, so that reporting more often is of no use.
 */
export const isDrawn = (viewer: string, window: number, { reportEvery, weight }: Sampling): boolean =>
  drawOf(viewer, String(Math.floor(window / reportEvery))) * weight < 1;

/**
 * The viewers in `window`: a report counts in its own window and in those up to the viewer's next report; of several of
 * one viewer the latest counts. The expectation is exact however the sampling changes in between, since each report
 * carries its own.
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

/** Whether a viewer's delay is stored with the report; in large channels only a sample is. */
export const isDelaySampled = (viewer: string, { viewers }: { readonly viewers: number }): boolean =>
  drawOf(viewer, 'delay') * Math.min(viewers, WRITES_A_WINDOW) < DELAYS_A_WINDOW;

/** A larger delay means that the viewer has rewound, or that the value is wrong. */
const LONGEST_DELAY_S = 120;

/** How long ago a picture was made that a viewer sees now, in seconds; nothing where that cannot be. */
export function delayOf(shownAt: string | undefined, nowMs: number): number | undefined {
  if (shownAt === undefined) return undefined;
  const delayS = Math.round((nowMs - Date.parse(shownAt)) / 100) / 10;
  return delayS >= 0 && delayS <= LONGEST_DELAY_S ? delayS : undefined;
}

/**
 * The median of the viewers' latest delays in `window` and the one before, in seconds; viewers who have rewound, or lie,
 * do not affect it. `null` if none was reported.
 */
export function typicalDelay(window: number, reports: readonly Report[]): number | null {
  const latest = new Map<string, number>();
  for (const { window: reportedIn, viewer, delayS } of reports.toSorted((a, b) => a.window - b.window))
    if (delayS !== undefined && reportedIn >= window - 1 && reportedIn <= window) latest.set(viewer, delayS);
  const sorted = [...latest.values()].toSorted((a, b) => a - b);
  return sorted[(sorted.length - 1) >> 1] ?? null;
}
