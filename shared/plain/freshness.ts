/** How old what everybody may see can be when a shared cache answers it. Pages reckon with it; the contract promises it. */

/** `stale-while-revalidate` (RFC 5861 §3): so long a cache hands out what is no longer fresh, while it asks anew. */
export interface Freshness {
  readonly freshS: number;
  readonly staleWhileRevalidateS: number;
}

/** What a channel shows, and what it plans. */
export const OF_A_CHANNEL = { freshS: 1, staleWhileRevalidateS: 5 } as const;

/** What nothing puts right once a page has it: a video, a channel's videos, a playlist. */
export const LATEST = { freshS: 1, staleWhileRevalidateS: 0 } as const;

/** Lists of many channels, and of what they have. */
export const OF_LISTS = { freshS: 2, staleWhileRevalidateS: 10 } as const;

/** By then, in ms, no cache answers with what was before. */
export const knownAfterMs = ({ freshS, staleWhileRevalidateS }: Freshness): number =>
  (freshS + staleWhileRevalidateS) * 1000;
