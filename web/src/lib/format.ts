/** How numbers read: specification §9. */

/** 999 → "999", 1000 → "1.0K", 12345 → "12.3K". */
export const formatCount = (count: number): string =>
  count >= 1000 ? `${(count / 1000).toFixed(1)}K` : String(count);
