import { oncePerWorker } from '../once-per-worker.ts';

const seen = oncePerWorker('seen faults', (): string[] => []);

/** Keeps what was wrong with a request until the test is over, which then fails. */
export const noteFaults = (faults: readonly string[]): void => void seen.push(...faults);

/** Returns and clears the faults of the requests so far; a test that expects them calls it. */
export const takeFaults = (): string[] => seen.splice(0);
