/** How far tests go: `npm run soak` has an hour for what `npm test` has minutes. */
export const isSoak = process.env['SOAK'] === '1';

const SOAK_FACTOR = 25;

/** How often a property is tried, given how often it is in `npm test`. */
export const tries = (inTest: number): number => (isSoak ? inTest * SOAK_FACTOR : inTest);
