import { percentile } from '../support/statistics.ts';

/** Response times of each route in ms. */
export type RouteTimes = Record<string, number[]>;

export interface RouteSummary {
  readonly count: number;
  readonly medianMs: number;
  readonly p90Ms: number;
  readonly p99Ms: number;
  readonly longestMs: number;
}

export const note = (times: RouteTimes, route: string, ms: number): void =>
  void (times[route] ??= []).push(ms);

export const summariesOf = (times: RouteTimes): Record<string, RouteSummary> =>
  Object.fromEntries(Object.entries(times).map(([route, all]) => [route, summaryOf(all)]));

const summaryOf = (all: readonly number[]): RouteSummary => ({
  count: all.length,
  medianMs: percentile(all, 0.5),
  p90Ms: percentile(all, 0.9),
  p99Ms: percentile(all, 0.99),
  longestMs: percentile(all, 1),
});
