/** Loaded lazily, because it includes Unicode's table of characters that look alike. */
export const nameClaims = () => import('./name-claims.ts');

export const SIMILAR_NAME_TAKEN = 'This name looks like the name of another channel. Please choose another.';
