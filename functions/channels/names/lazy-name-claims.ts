/** Loaded where a name is taken, because it brings Unicode's table of characters that look alike. */
export const nameClaims = () => import('./name-claims.ts');
