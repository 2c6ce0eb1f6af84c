/** Loaded lazily, because it includes Unicode's table of characters that look alike. */
export const nameClaims = () => import('./name-claims.ts');
