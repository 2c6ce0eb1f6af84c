import { expect, test } from 'vitest';
import { synthesizeSite } from '#test/support/site/stack/site.ts';

const { Resources: all } = synthesizeSite().template.toJSON() as {
  readonly Resources: Readonly<Record<string, object>>;
};

/** Returns the logical ids of the resources that a part of a resource refers to. */
function namedIn(part: unknown): string[] {
  if (typeof part === 'string') return [...part.matchAll(/\$\{(\w+)[.}]/g)].map(([, id = '']) => id);
  if (Array.isArray(part)) return part.flatMap(namedIn);
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([key, value]: [string, unknown]) => {
    if (key === 'Ref') return [String(value)];
    if (key === 'Fn::GetAtt') return [String((value as string[])[0])];
    return key === 'DependsOn' ? [value].flat().map(String) : namedIn(value);
  });
}

/** Returns a path from a resource back to itself. */
function circle(id: string, way: readonly string[], done: Set<string>): readonly string[] | undefined {
  if (way.includes(id)) return [...way.slice(way.indexOf(id)), id];
  if (done.has(id)) return undefined;
  for (const next of namedIn(all[id]).filter((name) => name in all)) {
    const found = circle(next, [...way, id], done);
    if (found) return found;
  }
  done.add(id);
  return undefined;
}

test('no resource depends on itself', () => {
  const done = new Set<string>();
  expect(
    Object.keys(all)
      .map((id) => circle(id, [], done))
      .find(Boolean),
  ).toBeUndefined();
  expect(done.size).toBeGreaterThan(100);
});
