/** How far behind the newest segment to play, derived from when segments arrive. Pure. */

/** New segments that a request of the playlist found. */
export interface Arrival {
  /** On the viewer's clock. */
  readonly atMs: number;
  /** The beginning of the first and the end of the last, on the broadcast's clock. */
  readonly fromMs: number;
  readonly toMs: number;
}

const REMEMBERED_MS = 60_000;
/** A segment counts as late if it is this much later than most. */
const LATE_MS = 1000;
/** Up to this many late segments in a row are an outage that is over; more are a site under load. */
const MAX_OUTAGE_SEGMENTS = 5;
/** For loading a segment, and for short delays. */
const MARGIN_S = 1;
/** Viewers prefer a stall to a longer delay; MediaConvert's queue alone may take 25 s. */
const LONGEST_DELAY_S = 30;

/** Adds an arrival and keeps the recent ones. */
export const withArrival = (arrivals: readonly Arrival[], arrival: Arrival): readonly Arrival[] => [
  ...arrivals.filter(({ atMs }) => atMs > arrival.atMs - REMEMBERED_MS),
  arrival,
];

/**
 * Seconds behind the newest segment, at least `leastS`. A segment must be available when its first frame is due, and
 * hls.js measures latency by the earliest arrival: the difference is the segments' length and their jitter.
 */
export function delayFor(arrivals: readonly Arrival[], leastS: number): number {
  if (arrivals.length === 0) return leastS;
  const latestMs = Math.max(...withoutOutage(arrivals).map(needMs));
  const earliestMs = Math.min(...arrivals.map(({ atMs, toMs }) => atMs - toMs));
  const neededS = (latestMs - earliestMs) / 1000 + MARGIN_S;
  return Math.max(leastS, Math.min(neededS, LONGEST_DELAY_S));
}

/** The age of the first frame when it becomes playable. */
const needMs = ({ atMs, fromMs }: Arrival): number => atMs - fromMs;

/** Ignores one outage, because catching up afterwards is better than a permanent delay. */
function withoutOutage(arrivals: readonly Arrival[]): readonly Arrival[] {
  const lateMs = middleOf(arrivals.map(needMs)) + LATE_MS;
  const lateRuns: Arrival[][] = [[]];
  for (const arrival of arrivals) {
    if (needMs(arrival) > lateMs) lateRuns.at(-1)?.push(arrival);
    else lateRuns.push([]);
  }
  const worstOf = (run: readonly Arrival[]): number => Math.max(0, ...run.map(needMs));
  const [outage = []] = lateRuns.toSorted((a, b) => worstOf(b) - worstOf(a));
  if (outage.length > MAX_OUTAGE_SEGMENTS) return arrivals;
  return arrivals.filter((arrival) => !outage.includes(arrival));
}

/** The median; of two middle values the lower. */
export const middleOf = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[(values.length - 1) >> 1] ?? 0;
