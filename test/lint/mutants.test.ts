import { expect, test } from 'vitest';
import { mutantsOf, withMutant } from '../support/mutants/mutations.ts';
import { nearestTests } from '../support/mutants/nearest-tests.ts';

/** The code with each of its faults. */
const faultsOf = (source: string, path = 'functions/x.ts'): string[] =>
  mutantsOf(path, source).map((mutant) => withMutant(source, mutant));

test.each([
  ['a < b;', ['a <= b;', 'a >= b;']],
  ['a === b;', ['a !== b;']],
  ['a + 1;', ['a - 1;']],
  ["a + 'text';", ["a + '';"]],
  ['a && b;', ['a || b;']],
  ['a ?? b;', ['a;']],
  ['!a;', ['a;']],
  ['if (a) b;', ['if (true) b;', 'if (false) b;']],
  ['const x = true;', ['const x = false;']],
  ["const x = '';", ["const x = 'mutant';"]],
  ['const x = `a${b}`;', ["const x = '';"]],
  ['const x = () => a;', ['const x = () => (undefined as never);']],
  ['function x() { return a; }', ['function x() { return undefined as never; }']],
  ['save();', [';']],
  ['throw error;', [';']],
  ['const x = Math.ceil(a);', ['const x = Math.floor(a);']],
  ['const x = a.toString();', []],
  ['const x = list.filter(f);', ['const x = list;']],
  ['const x = escaped(a);', ['const x = a;']],
  // Types, names of modules and members, and descriptions.
  ["import { a } from 'b';", []],
  ["type X = 'a' | 'b';", []],
  ["const x = { 'a': b };", []],
  ["const x = described(a, 'text');", []],
  ["const x = { summary: 'text' };", []],
])('%s has these faults', (source, faults) => {
  expect(faultsOf(source)).toEqual(faults);
});

test('a construct of the stack may lack each of its options', () => {
  expect(faultsOf('new Bucket(scope, { a, b });', 'infra/x.ts')).toEqual([
    'new Bucket(scope, { ...{}, b });',
    'new Bucket(scope, { a, ...{} });',
  ]);
});

test('the nearest test comes first, and then the one that has noticed more', () => {
  const tests = nearestTests(50);
  expect(tests.of('functions/chat/rooms/words/links.ts')[0]).toBe('test/functions/chat/rooms/links.test.ts');
  const path = 'infra/cloud/realtime.ts';
  const [first, second] = tests.of(path).slice(-2);
  tests.note(second!);
  expect(tests.of(path).indexOf(second!)).toBeLessThan(tests.of(path).indexOf(first!));
});

test('a slow test comes after others that are as near, and so does a screen where the fault is not in the web', () => {
  const path = 'functions/base/hls/hls-playlist.ts';
  const [slow, next] = nearestTests(12).of(path);
  const tests = nearestTests(12, (test) => (test === slow ? 60_000 : 0)).of(path);
  expect(tests.indexOf(slow!)).toBeGreaterThan(tests.indexOf(next!));
  const ofText = nearestTests(12).of('shared/base/visible-text.ts');
  expect(ofText.filter((test) => test.startsWith('test/screens/'))).toEqual([]);
});

test('of a file that many import, the nearest test of each of these runs', () => {
  const tests = nearestTests(12).of('functions/base/hls/hls-playlist.ts');
  expect(tests).toEqual(
    expect.arrayContaining([
      'test/functions/clips/cut-playlist.test.ts',
      'test/functions/videos/captioned.test.ts',
    ]),
  );
});

test('the outlines judge every file of the stack', () => {
  expect(nearestTests(12).of('infra/cloud/parts/private-bucket.ts').slice(0, 2)).toEqual([
    'test/infra/cloud/private-bucket.test.ts',
    'test/infra/cloud/stack.test.ts',
  ]);
});
