import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Tests of live broadcasts, before which all others give way (`background.setup.ts`). */
export const LIVE_PROJECT = 'live';
/** Those of them whose viewers may not stall: one at a time (`one-at-a-time.setup.ts`), beside what needs no browser. */
export const QUIET_PROJECT = 'e2e-quiet';
/** So many others between two of those, so that nobody waits for a turn. */
const BETWEEN_QUIET = 40;

/**
 * Longest files first, as Vitest has it, but those of live broadcasts apart from each other: side by side they would take
 * the time from each other that all others leave them.
 */
export class LiveFirstSequencer extends BaseSequencer {
  override async sort(specifications: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- of files, into a new list
    const sorted = await super.sort(specifications);
    const of = (name: string) => sorted.filter(({ project }) => project.name === name);
    const [live, quiet] = [of(LIVE_PROJECT), of(QUIET_PROJECT)];
    const others = sorted.filter((one) => !live.includes(one) && !quiet.includes(one));
    const [inBrowsers, computing] = [of('e2e'), others.filter(({ project }) => project.name !== 'e2e')];
    return [...spread(live, inBrowsers, 1), ...spread(quiet, computing, BETWEEN_QUIET)];
  }
}

/** Each of the first, then so many others, as long as there are any. */
function spread<T>(first: readonly T[], others: readonly T[], apart: number): T[] {
  const turns = first.map((one, index) => [one, ...others.slice(index * apart, (index + 1) * apart)]);
  return [...turns.flat(), ...others.slice(first.length * apart)];
}
