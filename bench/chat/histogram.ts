/** Returns the percentile `fraction` (0 to 1) of a histogram: entry `i` counts the values `i`. Throws if empty. */
export function percentileOf(counts: readonly number[], fraction: number): number {
  const all = counts.reduce((sum, count) => sum + count, 0);
  if (all === 0) throw new RangeError('There are no values');
  let seen = 0;
  return counts.findIndex((count) => (seen += count) >= fraction * all && count > 0);
}
