/** Returns the percentile `fraction` (0 to 1) of the sorted values, with linear interpolation. Throws for none. */
export function percentile(values: readonly number[], fraction: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const position = (sorted.length - 1) * fraction;
  const below = sorted[Math.floor(position)];
  const above = sorted[Math.ceil(position)];
  if (below === undefined || above === undefined) throw new RangeError('There are no values');
  return below + (above - below) * (position % 1);
}

/** Throws if there are no values. */
export const median = (values: readonly number[]): number => percentile(values, 0.5);

/** Returns the first and third quartile. */
export const spread = (values: readonly number[]): readonly [from: number, to: number] => [
  percentile(values, 0.25),
  percentile(values, 0.75),
];
