/**
 * The value that `fraction` (0 to 1) of the values do not exceed, of values that are counted: so many as an entry says are
 * what its place says. Throws where there are none.
 */
export function percentileOf(counts: readonly number[], fraction: number): number {
  const all = counts.reduce((sum, count) => sum + count, 0);
  if (all === 0) throw new RangeError('There is nothing to take a percentile of');
  let seen = 0;
  return counts.findIndex((count) => (seen += count) >= fraction * all && count > 0);
}
