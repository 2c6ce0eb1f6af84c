/** Returns the quantile `part` of the values; `NaN` if there are none. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? NaN;
}

const seconds = (value: number): string => `${value.toFixed(1)} s`;

/** Formats the median, the 95th percentile and the maximum. */
export const spreadOf = (values: readonly number[]): string =>
  `half within ${seconds(quantile(values, 0.5))}, 95 % within ${seconds(quantile(values, 0.95))}, all within ${seconds(quantile(values, 1))} (${values.length})`;
