import { importsOfAll } from '../runner/imports.ts';

const TESTS =
  /^test\/(?:(?:attacks|functions|infra|messages|shared|web)\/.*\.test\.ts|screens\/.*\.test\.tsx)$/;

/** Test files that import a file, directly or not: so many, the likeliest to notice a fault in it first. */
export function nearestTests(most: number) {
  const importers = new Map<string, string[]>();
  for (const [path, imports] of importsOfAll())
    for (const target of imports) importers.set(target, [...(importers.get(target) ?? []), path]);
  const noticed = new Map<string, number>();

  const distancesFrom = (path: string): Map<string, number> => {
    const distances = new Map([[path, 0]]);
    for (const [one, distance] of distances)
      for (const importer of importers.get(one) ?? [])
        if (!distances.has(importer)) distances.set(importer, distance + 1);
    return distances;
  };
  return {
    of: (path: string): string[] =>
      [...distancesFrom(path)]
        .filter(([test]) => TESTS.test(test))
        .map(([test, distance]) => ({ test, far: distance - 2 * sharedFolders(path, test) }))
        .toSorted((a, b) => a.far - b.far || (noticed.get(b.test) ?? 0) - (noticed.get(a.test) ?? 0))
        .slice(0, most)
        .map(({ test }) => test),
    /** Of tests that are as near, those that have noticed more faults come first. */
    note: (test: string): void => void noticed.set(test, (noticed.get(test) ?? 0) + 1),
  };
}

/** How many folders of a file, below the top, have the names of those of the test. */
function sharedFolders(path: string, test: string): number {
  const folders = test.split(/[/.]/);
  return path
    .split(/[/.]/)
    .slice(1)
    .filter((name) => name.length > 2 && folders.includes(name)).length;
}
