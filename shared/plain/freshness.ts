/** How old shared caches' public answers may be. The contract promises it, and pages rely on it. */

/** `stale-while-revalidate` (RFC 5861 §3): how long a cache may serve stale answers while it revalidates. */
export interface Freshness {
  readonly freshS: number;
  readonly staleWhileRevalidateS: number;
}

/** A channel and its plans. */
export const OF_A_CHANNEL = { freshS: 1, staleWhileRevalidateS: 5 } as const;

/** What no later event corrects on a page: a video, a channel's videos, a playlist. */
export const LATEST = { freshS: 1, staleWhileRevalidateS: 0 } as const;

/** What never changes. A cache may have it this long after it was removed. */
export const UNCHANGING = { freshS: 3600, staleWhileRevalidateS: 0 } as const;

/** Lists of many channels and of their content. */
export const OF_LISTS = { freshS: 2, staleWhileRevalidateS: 10 } as const;

/** In ms; no cache serves an older answer after this time. */
export const knownAfterMs = ({ freshS, staleWhileRevalidateS }: Freshness): number =>
  (freshS + staleWhileRevalidateS) * 1000;
