/** Sorts a few numbers in place: insertion sort, which is faster than the built-in for about twenty. */
function sortFew(values: Float32Array): void {
  for (let at = 1; at < values.length; at += 1) {
    const value = values[at] ?? 0;
    let to = at;
    for (; to > 0 && (values[to - 1] ?? 0) > value; to -= 1) values[to] = values[to - 1] ?? 0;
    values[to] = value;
  }
}

const FEW = 40;

/** The quantile at `share`; sorts the values in place. NaN for no values. */
export function quantile(values: Float32Array, share: number): number {
  if (values.length <= FEW) sortFew(values);
  else values.sort();
  const at = share * (values.length - 1);
  const low = values[Math.floor(at)] ?? Number.NaN;
  const high = values[Math.ceil(at)] ?? Number.NaN;
  return low + (high - low) * (at - Math.floor(at));
}

export const median = (values: Iterable<number>): number => quantile(Float32Array.from(values), 0.5);

export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
