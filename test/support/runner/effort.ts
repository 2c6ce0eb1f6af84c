import { inject } from 'vitest';

const effort = inject('effort');

/** Whether this is `npm run soak`, which takes hours instead of minutes. */
export const isSoak = effort > 1;

/** Returns the number of runs of a property, by the number in `npm test`. */
export const tries = (inTest: number): number => inTest * effort;
