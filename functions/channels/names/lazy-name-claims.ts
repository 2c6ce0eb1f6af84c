/** Loaded where a name is taken, because it brings Unicode's table of characters that look alike. */
export const nameClaims = () => import('./name-claims.ts');

/** The error for a name that another channel has, or one that looks like it. */
export const SIMILAR_NAME_TAKEN = 'This name looks like the name of another channel. Please choose another.';
