import { PRESENCE_INTERVAL_MS } from '../../shared/limits.ts';

/** Reports that a room may send in one window; in a larger one each viewer reports less often. */
const REPORTS_A_WINDOW = 4000;
/** Writes that a room may cost in one window, in expectation. */
export const WRITES_A_WINDOW = 200;
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

/** What was reported in one window (or one shard of it): viewers by the `reportEvery` they were told. */
export interface Reports {
  readonly window: number;
  readonly viewersByReportEvery: ReadonlyMap<number, number>;
}

/**
 * The viewers in `window`: a report counts in its own window and in those up to the viewer's next report. The
 * expectation is exact however the sampling changes in between, since each report carries its own.
 */
export function viewersIn(window: number, reports: readonly Reports[]): number {
  let viewers = 0;
  for (const { window: reportedIn, viewersByReportEvery } of reports) {
    const age = window - reportedIn;
    if (age < 0) continue;
    for (const [reportEvery, count] of viewersByReportEvery) if (reportEvery > age) viewers += count;
  }
  return viewers;
}
