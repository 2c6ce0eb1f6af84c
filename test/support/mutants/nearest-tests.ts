import { importsOfAll } from '../runner/imports.ts';

const TESTS =
  /^test\/(?:(?:attacks|functions|infra|messages|shared|web)\/.*\.test\.ts|screens\/.*\.test\.tsx)$/;

/** Has all values of the stack, and imports nearly all of it from far away. */
const OUTLINES = 'test/infra/cloud/stack.test.ts';

const SLOW_MS = 20_000;
/** A slow file has to be nearer by so much. */
const SLOW_DISTANCE = 2;

/** A screen takes seconds to start, and few faults outside of the web are noticed there. */
const isFarScreen = (path: string, test: string): boolean =>
  test.startsWith('test/screens/') && !path.startsWith('web/');

/**
 * Test files that import a file, directly or not: so many, the likeliest to notice a fault in it first. Half of them are
 * the nearest to the file, and the others those to each file that imports it, in turn.
 */
export function nearestTests(most: number, msOf: (test: string) => number = () => 0) {
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
  const nearestTo = (path: string): string[] =>
    [...distancesFrom(path)]
      .filter(([test]) => TESTS.test(test))
      .map(([test, distance]) => {
        const slow = isFarScreen(path, test) || msOf(test) > SLOW_MS ? SLOW_DISTANCE : 0;
        return { test, far: distance + slow - 2 * sharedFolders(path, test) };
      })
      .toSorted((a, b) => a.far - b.far || (noticed.get(b.test) ?? 0) - (noticed.get(a.test) ?? 0))
      .slice(0, most)
      .map(({ test }) => test);
  return {
    of: (path: string): string[] => {
      const [nearest, ...own] = nearestTo(path).slice(0, most / 2);
      if (nearest === undefined) return [];
      const outlines = path.startsWith('infra/cloud/') ? [OUTLINES] : [];
      const ofImporters = inTurn((importers.get(path) ?? []).map(nearestTo));
      const screensLast = ofImporters.toSorted((a, b) => +isFarScreen(path, a) - +isFarScreen(path, b));
      return [...new Set([nearest, ...outlines, ...own, ...screensLast])].slice(0, most);
    },
    /** Of tests that are as near, those that have noticed more faults come first. */
    note: (test: string): void => void noticed.set(test, (noticed.get(test) ?? 0) + 1),
  };
}

/** The first of each list, then the second of each. */
const inTurn = (lists: readonly (readonly string[])[]): string[] =>
  Array.from({ length: Math.max(0, ...lists.map(({ length }) => length)) }).flatMap((_, at) =>
    lists.flatMap((list) => list.slice(at, at + 1)),
  );

/** How many folders of a file, below the top, have the names of those of the test. */
function sharedFolders(path: string, test: string): number {
  const folders = test.split(/[/.]/);
  return path
    .split(/[/.]/)
    .slice(1)
    .filter((name) => name.length > 2 && folders.includes(name)).length;
}
