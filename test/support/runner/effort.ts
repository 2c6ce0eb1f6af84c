import { inject } from 'vitest';

const effort = inject('effort');

/** Whether this is `npm run soak`, which has hours for what `npm test` has minutes. */
export const isSoak = effort > 1;

/** How often a property is tried, given how often it is in `npm test`. */
export const tries = (inTest: number): number => inTest * effort;
