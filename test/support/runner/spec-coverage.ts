/**
 * Which files test which sentence of the specification. A comment above a test lists the sentences: `// spec: 2.12,
 * 5.3`, with the numbers of `docs/specification.md`. `npm run spec-coverage` generates its last column from the
 * comments.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';

const ROOT = join(import.meta.dirname, '../../..');
const DOCUMENT = join(ROOT, 'docs/specification.md');

/** A row of the document: number, sentence, tests. */
const ROW = /^\| (\d\.\d+) \| (.*?) \| (.*) \|$/;
const TAG = /^\s*spec: ([\d., ]+)$/;

export interface SpecCoverage {
  /** The document with its generated last column; a row without a test keeps its text. */
  readonly document: string;
  /** Numbers in tests that the document does not contain. */
  readonly unknown: readonly string[];
  /** Rows without a test or a reason. */
  readonly untested: readonly string[];
}

/** Returns the document in the repository. */
export const readDocument = (): string => readFileSync(DOCUMENT, 'utf8');

export function specCoverage(document: string): SpecCoverage {
  const tests = testsBySentence();
  const untested: string[] = [];
  const rows = new Set<string>();
  const lines = document.split('\n').map((line) => {
    const [, number = '', sentence = '', held = ''] = ROW.exec(line) ?? [];
    if (!number) return line;
    rows.add(number);
    const isReason = held !== '' && !held.startsWith('`test/');
    const names = tests.get(number) ?? (isReason ? [held] : []);
    if (names.length === 0) untested.push(number);
    return `| ${number} | ${sentence} | ${names.join('<br>')} |`;
  });
  const unknown = [...tests.keys()].filter((number) => !rows.has(number));
  return { document: lines.join('\n'), unknown, untested };
}

/** Returns the test files of each sentence, by number. */
function testsBySentence(): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const path of globSync('test/**/*.test.{ts,tsx}', { cwd: ROOT }).toSorted())
    for (const number of sentencesOf(path)) found.set(number, [...(found.get(number) ?? []), `\`${path}\``]);
  return found;
}

/** Returns the unique numbers in a file's comments. Throws if such a comment is not above a test. */
function sentencesOf(path: string): ReadonlySet<string> {
  const text = readFileSync(join(ROOT, path), 'utf8');
  if (!text.includes('// spec: ')) return new Set();
  const numbers = parseSync(path, text).comments.flatMap(({ value, end }) => {
    const [, tagged = ''] = TAG.exec(value) ?? [];
    if (tagged && !/^\s*it\b/.test(text.slice(end)))
      throw new Error(`${path}: no test below "// spec: ${tagged}"`);
    return tagged.split(', ').filter(Boolean);
  });
  return new Set(numbers);
}

if (import.meta.main) writeFileSync(DOCUMENT, specCoverage(readDocument()).document);
