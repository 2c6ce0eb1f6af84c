/** Estimates whether the connection is fast enough, from the load times of segments and of the page's own files. Pure. */

export interface Load {
  /** From the first byte to the last, without the server's processing time. */
  readonly tookS: number;
  /** How long the segment plays. */
  readonly playsS: number;
}

/** `null`: neither is certain, and the previous verdict stays. */
export type Verdict = 'slow' | 'fluent' | null;

const REMEMBERED = 4;
/** When loading is this far behind playback, the picture stops despite the buffer. */
const SLOW_DEBT_S = 2;
/** A positive verdict needs this many loads. */
const FLUENT_LOADS = 3;
/** Leaves room for a picture with more detail. */
const FLUENT_SHARE = 0.7;
/** A single load this much behind playback is an interruption when the next one is fluent again. */
const INTERRUPTED_DEBT_S = 5;

export const withLoad = (loads: readonly Load[], load: Load): readonly Load[] => [
  ...loads.slice(1 - REMEMBERED),
  load,
];

/** Judges the loads. An `unfinished` load can only be evidence for "slow". */
export function verdictOf(loads: readonly Load[], unfinished: Load | null): Verdict {
  if (!unfinished && isAfterInterruption(loads)) return 'fluent';
  const all = unfinished ? withLoad(loads, unfinished) : loads;
  const tookS = sum(all.map(({ tookS }) => tookS));
  const playsS = sum(all.map(({ playsS }) => playsS));
  if (tookS - playsS >= SLOW_DEBT_S) return 'slow';
  const isFluent = !unfinished && loads.length >= FLUENT_LOADS && tookS <= FLUENT_SHARE * playsS;
  return isFluent ? 'fluent' : null;
}

const isFast = ({ tookS, playsS }: Load): boolean => tookS <= FLUENT_SHARE * playsS;

function isAfterInterruption(loads: readonly Load[]): boolean {
  const slow = loads.filter((load) => !isFast(load));
  const last = loads.at(-1);
  const [only] = slow;
  if (slow.length !== 1 || !only || !last || !isFast(last)) return false;
  return only.tookS - only.playsS >= INTERRUPTED_DEBT_S;
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** A segment that is being loaded, of a rendition that has a smaller alternative. */
interface Loading {
  /** Since its first byte. */
  readonly tookS: number;
  readonly loadedBytes: number;
  readonly totalBytes: number;
  readonly playsS: number;
  /** Seconds in the buffer. */
  readonly aheadS: number;
  /** The smaller rendition's bitrate as a share of this one's. */
  readonly smallerShare: number;
}

/** Earlier than this the estimate is unreliable. */
const ABANDON_AFTER_SHARE = 0.5;
/** The smaller rendition must be this much sooner, because it needs another request. */
const ABANDON_FOR_SHARE = 0.5;

/** Whether the segment arrives too late for the buffer, and the smaller one in half of that time. */
export function isWorthAbandoning(segment: Loading): boolean {
  const { tookS, loadedBytes, totalBytes, playsS, aheadS, smallerShare } = segment;
  if (tookS < ABANDON_AFTER_SHARE * playsS) return false;
  const wholeS = loadedBytes > 0 ? (tookS * totalBytes) / loadedBytes : Number.POSITIVE_INFINITY;
  const leftS = wholeS - tookS;
  return leftS > aheadS && wholeS * smallerShare < ABANDON_FOR_SHARE * leftS;
}

/** A file of the page, from `performance.getEntriesByType('resource')`. */
type LoadedFile = Pick<PerformanceResourceTiming, 'transferSize' | 'responseStart' | 'responseEnd'>;

/** Smaller files arrive at once and say little about the rate. */
const SIGNIFICANT_BYTES = 30_000;
const NEWEST_FILES = 8;

/** The rate of the fastest of the newest large files, as they share the connection; `undefined` if none was loaded over it. */
export function carriedBitsPerSecond(files: readonly LoadedFile[]): number | undefined {
  const significant = files
    .filter(({ transferSize }) => transferSize >= SIGNIFICANT_BYTES)
    .slice(-NEWEST_FILES);
  const rates = significant.map(({ transferSize, responseStart, responseEnd }) => {
    const tookMs = Math.max(1, responseEnd - responseStart);
    return (transferSize * 8 * 1000) / tookMs;
  });
  return rates.length > 0 ? Math.max(...rates) : undefined;
}
