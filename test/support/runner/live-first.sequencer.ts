import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Tests of live broadcasts, before which all others give way (`background.setup.ts`). */
export const LIVE_PROJECT = 'live';
/** Those of them whose viewers may not stall: alone, after all others. */
export const QUIET_PROJECT = 'e2e-quiet';

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
    return [...alternating(live, inBrowsers), ...computing, ...quiet];
  }
}

/** Each of the first, then one of the others, as long as there are any. */
const alternating = <T>(first: readonly T[], others: readonly T[]): T[] => [
  ...first.flatMap((one, index) => [one, ...others.slice(index, index + 1)]),
  ...others.slice(first.length),
];
