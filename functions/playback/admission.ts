/** Admits `most` requests in `inMs`, from all callers together. Each instance of a Lambda counts on its own. */
export function admission(most: number, inMs: number, clock: () => number): () => boolean {
  let sinceMs = Number.NEGATIVE_INFINITY;
  let admitted = 0;
  return () => {
    const nowMs = clock();
    if (nowMs - sinceMs >= inMs) {
      sinceMs = nowMs;
      admitted = 0;
    }
    admitted += 1;
    return admitted <= most;
  };
}
