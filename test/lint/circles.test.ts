import { describe, expect, it } from 'vitest';
import { importsOfAll } from '#test/support/runner/imports.ts';

/** Imports between the files and subfolders of each folder. */
type Floor = Map<string, Set<string>>;

/** Returns the common folder of two paths, and the entries in it that lead to them. */
function parting(from: string, to: string) {
  const [one, other] = [from.split('/'), to.split('/')];
  const depth = one.findIndex((name, index) => name !== other[index]);
  return { folder: one.slice(0, depth).join('/') || '.', from: one[depth] ?? '', to: other[depth] ?? '' };
}

/** The wiring of a feature lies beside it, and composes it with others: only Lambdas import it (`lint/fences.ts`). */
const layerOf = (path: string): string =>
  path.replace(/^functions\/(.*[/.]feature\.ts)$/, 'functions/composition/$1');

function floors(imports: ReadonlyMap<string, readonly string[]>): Map<string, Floor> {
  const all = new Map<string, Floor>();
  for (const [path, targets] of imports)
    for (const target of targets.filter((target) => target !== path)) {
      const { folder, from, to } = parting(layerOf(path), layerOf(target));
      const floor = all.get(folder) ?? new Map<string, Set<string>>();
      floor.set(from, (floor.get(from) ?? new Set()).add(to));
      all.set(folder, floor);
    }
  return all;
}

/** Returns everything that an entry imports, directly or indirectly. */
function reachable(floor: Floor, start: string): Set<string> {
  const found = new Set<string>();
  const visit = (entry: string): void => {
    for (const next of floor.get(entry) ?? []) {
      if (found.has(next)) continue;
      found.add(next);
      visit(next);
    }
  };
  visit(start);
  return found;
}

/** Returns the cycles between a folder's entries, each as `folder: a, b`. */
function circlesOf(folder: string, floor: Floor): string[] {
  const reach = new Map([...floor.keys()].map((entry) => [entry, reachable(floor, entry)]));
  const groups = [...reach]
    .filter(([entry, found]) => found.has(entry))
    .map(([entry, found]) => [...found].filter((other) => reach.get(other)?.has(entry)).toSorted());
  return [...new Set(groups.map((group) => `${folder}: ${group.join(', ')}`))];
}

const circles = (imports: ReadonlyMap<string, readonly string[]>): string[] =>
  [...floors(imports)].flatMap(([folder, floor]) => circlesOf(folder, floor)).toSorted();

describe('imports', () => {
  it('have no cycles, by files or by folders', () => {
    const all = importsOfAll();
    expect(all.size).toBeGreaterThan(500);
    expect(all.get('web/src/ui/on-demand.tsx')).toContain('web/src/ui/states/error-boundary.tsx');
    expect(circles(all)).toEqual([]);
  });

  it.each([
    {
      of: 'two files',
      imports: { 'a/one.ts': ['a/two.ts'], 'a/two.ts': ['a/one.ts'], 'a/three.ts': ['a/one.ts'] },
      found: ['a: one.ts, two.ts'],
    },
    {
      of: 'two folders without a cycle between files',
      imports: { 'a/b/one.ts': ['a/c/two.ts'], 'a/c/three.ts': ['a/b/four.ts'] },
      found: ['a: b, c'],
    },
    {
      of: 'three that import each other in turn',
      imports: { 'one.ts': ['two.ts'], 'two.ts': ['three/x.ts'], 'three/x.ts': ['one.ts'] },
      found: ['.: one.ts, three, two.ts'],
    },
    {
      of: 'the wiring of two features',
      imports: {
        'functions/a/feature.ts': ['functions/b/x.ts'],
        'functions/b/feature.ts': ['functions/a/x.ts'],
      },
      found: [],
    },
    {
      of: 'two features of which one imports its wiring',
      imports: {
        'functions/a/x.ts': ['functions/a/feature.ts'],
        'functions/a/feature.ts': ['functions/a/x.ts'],
      },
      found: ['functions: a, composition'],
    },
    { of: 'a line', imports: { 'a/one.ts': ['a/two.ts'], 'a/two.ts': ['b/one.ts'] }, found: [] },
  ])('of $of have the cycle $found', ({ imports, found }) => {
    expect(circles(new Map(Object.entries(imports)))).toEqual(found);
  });
});
