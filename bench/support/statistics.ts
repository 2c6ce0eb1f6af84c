/** The value that `fraction` (0 to 1) of the sorted values do not exceed, by linear interpolation. Throws on no values. */
export function percentile(values: readonly number[], fraction: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const position = (sorted.length - 1) * fraction;
  const below = sorted[Math.floor(position)];
  const above = sorted[Math.ceil(position)];
  if (below === undefined || above === undefined)
    throw new RangeError('There is nothing to take a percentile of');
  return below + (above - below) * (position % 1);
}

/** The value in the middle. Throws on no values. */
export const median = (values: readonly number[]): number => percentile(values, 0.5);

/** The middle half of the values: from the first to the third quartile. */
export const spread = (values: readonly number[]): readonly [from: number, to: number] => [
  percentile(values, 0.25),
  percentile(values, 0.75),
];
