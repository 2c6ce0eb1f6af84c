/** What a connection carries: a stream, told by how long its newest segments took to load; and before any came. Pure. */

export interface Load {
  /** From the first byte to the last: the server's own time is not the connection's. */
  readonly tookS: number;
  /** How long the segment plays. */
  readonly playsS: number;
}

/** `null`: neither is certain, and what was said last still holds. */
export type Verdict = 'slow' | 'fluent' | null;

const REMEMBERED = 4;
/** Loading that has fallen so far behind playing stops the picture, whatever was in the buffer. */
const SLOW_DEBT_S = 2;
/** Fewer say nothing good yet. */
const FLUENT_LOADS = 3;
/** There has to be room for a busier picture. */
const FLUENT_SHARE = 0.7;

/** The loads that still count after this one. */
export const withLoad = (loads: readonly Load[], load: Load): readonly Load[] => [
  ...loads.slice(1 - REMEMBERED),
  load,
];

/** What loads say; `unfinished` is one that still goes on, and can only be too slow. */
export function verdictOf(loads: readonly Load[], unfinished: Load | null): Verdict {
  const all = unfinished ? withLoad(loads, unfinished) : loads;
  const tookS = sum(all.map(({ tookS }) => tookS));
  const playsS = sum(all.map(({ playsS }) => playsS));
  if (tookS - playsS >= SLOW_DEBT_S) return 'slow';
  const isFluent = !unfinished && loads.length >= FLUENT_LOADS && tookS <= FLUENT_SHARE * playsS;
  return isFluent ? 'fluent' : null;
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** A segment that still loads, of a rendition that has a smaller one beside it. */
export interface Loading {
  /** Since its first byte. */
  readonly tookS: number;
  readonly loadedBytes: number;
  readonly totalBytes: number;
  readonly playsS: number;
  /** What is in the buffer. */
  readonly aheadS: number;
  /** The smaller one's bits, as a share of this one's. */
  readonly smallerShare: number;
}

/** Sooner nothing is certain. */
const ABANDON_AFTER_SHARE = 0.5;
/** The smaller one has to be asked for first. */
const ABANDON_FOR_SHARE = 0.5;

/** Whether it comes too late for the buffer, and the smaller one in half of that time. */
export function isWorthAbandoning(segment: Loading): boolean {
  const { tookS, loadedBytes, totalBytes, playsS, aheadS, smallerShare } = segment;
  if (tookS < ABANDON_AFTER_SHARE * playsS) return false;
  const wholeS = loadedBytes > 0 ? (tookS * totalBytes) / loadedBytes : Number.POSITIVE_INFINITY;
  const leftS = wholeS - tookS;
  return leftS > aheadS && wholeS * smallerShare < ABANDON_FOR_SHARE * leftS;
}

/** A file of the page, as `performance.getEntriesByType('resource')` tells of it. */
export type LoadedFile = Pick<PerformanceResourceTiming, 'transferSize' | 'responseStart' | 'responseEnd'>;

/** Less says little: it comes in one go. */
const SIGNIFICANT_BYTES = 30_000;
const NEWEST_FILES = 8;

/** What the fastest of the newest large files came by, as they share the connection; `undefined`: none came over it. */
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
