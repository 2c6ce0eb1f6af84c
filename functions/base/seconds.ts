/** Whole seconds since 1970, for tokens and `expires_at`. */
export const seconds = (timeMs: number): number => Math.floor(timeMs / 1000);

/** Rounded up, so that a wait of this time suffices: `a minute`, `12 minutes`, `3 hours`. */
export function timeInWords(ms: number): string {
  const minutes = Math.ceil(ms / 60_000);
  if (minutes <= 1) return 'a minute';
  return minutes < 120 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
}
