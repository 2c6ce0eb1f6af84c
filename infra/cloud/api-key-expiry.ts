/** AppSync's longest life of a key is 365 days from the call that sets it. */
const KEY_LIFE_DAYS = 364;

/**
 * When the key of a stack made at this time expires, in seconds since 1970: some eleven to twelve months ahead, and
 * the same for every deployment of one month, so that only the first of them touches the key.
 */
export function apiKeyExpiry(madeAt: Date): number {
  const startOfMonth = Date.UTC(madeAt.getUTCFullYear(), madeAt.getUTCMonth());
  return startOfMonth / 1000 + KEY_LIFE_DAYS * 24 * 60 * 60;
}
