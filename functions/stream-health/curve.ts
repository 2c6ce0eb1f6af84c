/** Points of a curve. Pure. */

/** So many of the points at most, evenly spread, the last among them. */
export function thinned<T>(points: readonly T[], most: number): readonly T[] {
  const step = Math.ceil(points.length / most);
  return step <= 1 ? points : points.filter((_, index) => (points.length - 1 - index) % step === 0);
}

export const meanOf = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
