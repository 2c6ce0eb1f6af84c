/** Whole seconds since 1970, for tokens and `expires_at`. */
export const seconds = (timeMs: number): number => Math.floor(timeMs / 1000);
