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

/** Returns the counts between two snapshots, per hour. */
export const hourly = (before: Tally, after: Tally, tookMs: number): Tally =>
  Object.fromEntries(
    Object.entries(after).map(([name, count]) => [
      name,
      ((count - (before[name] ?? 0)) * 3_600_000) / tookMs,
    ]),
  );

/** Returns the sum of all counts whose names have one of the prefixes. */
export const sumOf = (tally: Tally, ...prefixes: readonly string[]): number =>
  Object.entries(tally)
    .filter(([name]) => prefixes.some((prefix) => name.startsWith(prefix)))
    .reduce((sum, [, count]) => sum + count, 0);

/** Returns a path without ids, so that similar requests are counted together. */
export const routeOf = (path: string): string => path.replaceAll(/[0-9A-Z]{26}/g, '{id}');

/** Returns the average DynamoDB units of a request of this route. */
export const unitsOf = (tally: Tally, kind: 'read' | 'written', route: string): number =>
  (tally[`${kind} ${route}`] ?? 0) / (tally[`invocations ${route}`] ?? 1);
