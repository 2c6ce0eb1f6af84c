/** How far tests go: `npm test` has ten minutes, in which a browser tries each thing that people do once … */
export const isBrief = process.env['BRIEF'] === '1';
/** … and `npm run soak` has an hour. */
export const isSoak = process.env['SOAK'] === '1';

const SOAK_FACTOR = 25;

/** How often a property is tried, given how often it is in `npm test`. */
export const tries = (inTest: number): number => (isSoak ? inTest * SOAK_FACTOR : inTest);
