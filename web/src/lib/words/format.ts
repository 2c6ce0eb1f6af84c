/** 999 → "999", 1000 → "1.0K", 12345 → "12.3K". */
export const formatCount = (count: number): string =>
  count >= 1000 ? `${(count / 1000).toFixed(1)}K` : String(count);

/** 1, "channel" → "1 channel"; 2 → "2 channels"; 1200 → "1.2K channels". */
export const countOf = (count: number, one: string, many = `${one}s`): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`;
