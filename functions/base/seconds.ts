/** A time in whole seconds since 1970, as tokens and the table's `expires_at` have it. */
export const seconds = (timeMs: number): number => Math.floor(timeMs / 1000);
