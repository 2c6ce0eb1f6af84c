/**
 * Which tests hold which sentence of the specification. A comment above a test names them: `// spec: 2.12, 5.3`. The numbers
 * are those of `docs/spec-coverage.md`. `npm run spec-coverage` writes the last column of that document from the comments.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';

const ROOT = join(import.meta.dirname, '../../..');
const DOCUMENT = join(ROOT, 'docs/spec-coverage.md');

/** A row of the document: number, sentence, tests. */
const ROW = /^\| (\d\.\d+) \| (.*?) \| (.*) \|$/;
const TAG = /^\s*spec: ([\d., ]+)$/;

export interface SpecCoverage {
  /** The document with its last column made from the tests; a row without a test keeps its words. */
  readonly document: string;
  /** Numbers that tests name and the document does not have. */
  readonly unknown: readonly string[];
  /** Rows that no test holds and that give no reason. */
  readonly untested: readonly string[];
}

/** The document as it is in the repository. */
export const readDocument = (): string => readFileSync(DOCUMENT, 'utf8');

export function specCoverage(document: string): SpecCoverage {
  const tests = testsBySentence();
  const untested: string[] = [];
  const rows = new Set<string>();
  const lines = document.split('\n').map((line) => {
    const [, number = '', sentence = '', held = ''] = ROW.exec(line) ?? [];
    if (!number) return line;
    rows.add(number);
    const isReason = held !== '' && !held.includes('` › ');
    const names = tests.get(number) ?? (isReason ? [held] : []);
    if (names.length === 0) untested.push(number);
    return `| ${number} | ${sentence} | ${names.join('<br>')} |`;
  });
  const unknown = [...tests.keys()].filter((number) => !rows.has(number));
  return { document: lines.join('\n'), unknown, untested };
}

/** By the sentence's number: each as "`file` › name". */
function testsBySentence(): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const path of globSync('test/**/*.test.{ts,tsx}', { cwd: ROOT }).toSorted()) {
    const file = path.replace(/^test\/(.*)\.test\.tsx?$/, '$1');
    for (const { numbers, name } of taggedTestsIn(path))
      for (const number of numbers)
        found.set(number, [...(found.get(number) ?? []), `\`${file}\` › ${name}`]);
  }
  return found;
}

/** The tests of a file with such a comment. Throws where a comment is above something else. */
function taggedTestsIn(path: string): { readonly numbers: readonly string[]; readonly name: string }[] {
  const text = readFileSync(join(ROOT, path), 'utf8');
  if (!text.includes('// spec: ')) return [];
  const { comments } = parseSync(path, text);
  return comments.flatMap(({ value, end }) => {
    const [, numbers = ''] = TAG.exec(value) ?? [];
    if (!numbers) return [];
    const name = nameOfTest(text.slice(end));
    if (!name) throw new Error(`${path}: no test below "// spec: ${numbers}"`);
    return [{ numbers: numbers.split(', '), name }];
  });
}

/** The name of the test with which this text begins, be it `it('…')`, `it.each([…])('…')` or ``it.each`…`('…')``. */
function nameOfTest(text: string): string | undefined {
  const [, rest] = /^\s*it((?:\.\w+)*[\s\S]*)$/.exec(text) ?? [];
  if (rest === undefined) return undefined;
  const isTable = /^(\.\w+)*\.each\b/.test(rest);
  const afterTable = isTable ? rest.slice(endOfParentheses(rest)) : rest;
  return /^[^'"`]*?\(\s*(['"`])([\s\S]*?)\1/.exec(afterTable)?.[2];
}

/** Where the first pair of parentheses ends, given that strings in it hold none that is alone. */
function endOfParentheses(text: string): number {
  let depth = 0;
  for (const [at, character] of [...text].entries()) {
    if (character === '(') depth += 1;
    if (character === ')' && (depth -= 1) === 0) return at + 1;
  }
  return text.length;
}

if (import.meta.main) writeFileSync(DOCUMENT, specCoverage(readDocument()).document);
