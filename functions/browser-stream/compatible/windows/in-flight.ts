/** How many windows of a broadcast are transcoded at once. Pure. */
import type { WindowJob } from '../../broadcast.ts';

/** As many as 25 s of jobs' time want with windows of 2 s, and enough for a backlog. */
const USUAL_IN_FLIGHT = 12;
/** Jobs take longer at times than they do in the middle. */
const MARGIN = 1.5;
/** So many jobs a queue runs at once where it runs few: 200 in us-east-1, us-west-2 and eu-west-1. */
const QUEUE_CONCURRENCY = 100;

/**
 * What the jobs' own time needs (Little's law: as many are in flight as begin while one lasts). It is told by those in
 * flight: of jobs that begin evenly the middle one is half through.
 */
export function neededInFlight(jobs: readonly WindowJob[], windowMs: number, nowMs: number): number {
  const ages = jobs.flatMap(({ takenAtMs }) => (takenAtMs === undefined ? [] : [nowMs - takenAtMs]));
  const middleMs = ages.toSorted((a, b) => a - b)[(ages.length - 1) >> 1] ?? 0;
  return Math.max(USUAL_IN_FLIGHT, Math.ceil((MARGIN * 2 * middleMs) / windowMs));
}

/** A broadcast's part of the queue, which it shares with all that are on the air. */
export const shareOfQueue = (activeBroadcasts: number): number =>
  Math.max(USUAL_IN_FLIGHT, Math.floor(QUEUE_CONCURRENCY / Math.max(1, activeBroadcasts)));

/** Whether there is more to decide than the usual number. */
export const isUsual = (needed: number): boolean => needed <= USUAL_IN_FLIGHT;
