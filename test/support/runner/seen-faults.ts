import { oncePerWorker } from '../once-per-worker.ts';

const seen = oncePerWorker('seen faults', (): string[] => []);

/** Records the differences of a request. The test fails at its end. */
export const recordFaults = (faults: readonly string[]): void => void seen.push(...faults);

/** Returns and clears the differences so far. Tests that expect some call it. */
export const takeFaults = (): string[] => seen.splice(0);
