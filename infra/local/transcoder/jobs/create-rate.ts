/** AWS's limit on `CreateJob`: so many a second, and a burst after a quiet time. */
export interface CreateRate {
  readonly perSecond: number;
  readonly burst: number;
}

/** A bucket of tokens that fills with time. Returns whether one more call is within the rate. */
export function rateLimit({ perSecond, burst }: CreateRate): () => boolean {
  let tokens = burst;
  let filledAtMs = Date.now();
  return () => {
    const now = Date.now();
    tokens = Math.min(burst, tokens + ((now - filledAtMs) / 1000) * perSecond);
    filledAtMs = now;
    if (tokens < 1) return false;
    tokens--;
    return true;
  };
}
