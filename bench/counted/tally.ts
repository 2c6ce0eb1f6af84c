/** Counts of anything, by name. */
export type Tally = Readonly<Record<string, number>>;

export interface Counter {
  add(name: string, amount?: number): void;
  /** A copy. */
  now(): Tally;
}

export function createCounter(): Counter {
  const counts: Record<string, number> = {};
  return {
    add: (name, amount = 1) => (counts[name] = (counts[name] ?? 0) + amount),
    now: () => ({ ...counts }),
  };
}

/** What came between two looks, at the rate of an hour. */
export const hourly = (before: Tally, after: Tally, tookMs: number): Tally =>
  Object.fromEntries(
    Object.entries(after).map(([name, count]) => [
      name,
      ((count - (before[name] ?? 0)) * 3_600_000) / tookMs,
    ]),
  );

/** The sum of all counts whose names begin so. */
export const sumOf = (tally: Tally, ...prefixes: readonly string[]): number =>
  Object.entries(tally)
    .filter(([name]) => prefixes.some((prefix) => name.startsWith(prefix)))
    .reduce((sum, [, count]) => sum + count, 0);

/** A path without its ids, by which requests of one kind are counted together. */
export const routeOf = (path: string): string => path.replaceAll(/[0-9A-Z]{26}/g, '{id}');

/** DynamoDB units that a request of this route took, on average. */
export const unitsOf = (tally: Tally, kind: 'read' | 'written', route: string): number =>
  (tally[`${kind} ${route}`] ?? 0) / (tally[`invocations ${route}`] ?? 1);
