const seen: string[] = [];

/** Keeps what was wrong with a request until the test is over, which then fails. */
export const noteFaults = (faults: readonly string[]): void => void seen.push(...faults);

/** What was wrong with the requests so far, told once; a test that asks for it meant them so. */
export const takeFaults = (): string[] => seen.splice(0);
