import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** Number of requirements of levels 1 and 2 in each section of ASVS 5.0.0, numbered from 1. */
const SECTIONS = `
  1.1:2 1.2:9 1.3:11 1.4:3 1.5:2
  2.1:3 2.2:3 2.3:4 2.4:1
  3.2:2 3.3:4 3.4:6 3.5:5 3.7:2
  4.1:3 4.2:1 4.3:2 4.4:4
  5.1:1 5.2:3 5.3:2 5.4:3
  6.1:3 6.2:12 6.3:4 6.4:4 6.5:5 6.6:3 6.8:4
  7.1:3 7.2:4 7.3:2 7.4:5 7.5:2 7.6:2
  8.1:2 8.2:3 8.3:1 8.4:1
  9.1:3 9.2:4
  11.1:2 11.2:3 11.3:3 11.4:4 11.5:1 11.6:1
  12.1:3 12.2:2 12.3:4
  13.1:1 13.2:5 13.3:2 13.4:5
  14.1:2 14.2:4 14.3:3
  15.1:3 15.2:3 15.3:7
  16.1:1 16.2:5 16.3:4 16.4:3 16.5:3
`;

const REQUIRED = SECTIONS.trim()
  .split(/\s+/)
  .flatMap((counted) => {
    const [section, last] = counted.split(':');
    return Array.from({ length: Number(last) }, (_, at) => `${section}.${at + 1}`);
  });

const document = read('docs/asvs.md');
const rows = [...document.matchAll(/^\| (\d+\.\d+\.\d+) \| ([^|]+) \| ([^|]*) \| (.*) \|$/gm)].map(
  ([, id = '', , state = '', evidence = '']) => ({ id, state, evidence }),
);

interface Named {
  readonly path: string;
  /** A symbol, or the name of a test. */
  readonly text: string | undefined;
}

/** Returns what a row refers to: `path`, `path` › `text`, and links to documents. */
function namedIn(evidence: string): Named[] {
  const files = [...evidence.matchAll(/`([\w.-]+(?:\/[\w.-]*)+|[\w.-]+\.json)`(?: › `([^`]+)`)?/g)].map(
    ([, path = '', text]) => ({ path, text }),
  );
  const links = [...evidence.matchAll(/\]\(([^)#]+)/g)].map(([, path = '']) => ({
    path: `docs/${path}`,
    text: undefined,
  }));
  return [...files, ...links];
}

const isFound = ({ path, text }: Named): boolean =>
  existsSync(join(ROOT, path)) && (text === undefined || read(path).includes(text));

const missingIn = (evidence: string): string[] =>
  namedIn(evidence)
    .filter((named) => !isFound(named))
    .map(({ path, text }) => (text === undefined ? path : `${path} › ${text}`));

describe('docs/asvs.md', () => {
  it('answers each requirement of levels 1 and 2 once', () => {
    expect(rows.map(({ id }) => id).toSorted()).toEqual(REQUIRED.toSorted());
    // Version 5.0.0 has 253; 29 of V10 and 7 of V17 are answered together.
    expect(REQUIRED).toHaveLength(253 - 29 - 7);
    for (const chapter of ['V10', 'V17'])
      expect(document).toMatch(new RegExp(`^All of ${chapter} .*n/a`, 'm'));
  });

  it('has four states, with a reason where a requirement is not met', () => {
    expect(new Set(rows.map(({ state }) => state))).toEqual(new Set(['met', 'partly', 'not met', 'n/a']));
    expect(rows.filter(({ evidence }) => evidence.trim() === '')).toEqual([]);
  });

  it('names code, a test or a document for each requirement that is met', () => {
    const unproven = rows.filter(({ state, evidence }) => state === 'met' && namedIn(evidence).length === 0);
    expect(unproven.map(({ id }) => id)).toEqual([]);
  });

  it('names a symbol for each source file', () => {
    const isVague = ({ path, text }: Named): boolean =>
      text === undefined && !/^(?:docs|test)\/|\.json$/.test(path);
    const met = rows.filter(({ state }) => state === 'met');
    const vague = met.filter(({ evidence }) => namedIn(evidence).some(isVague));
    expect(vague.map(({ id }) => id)).toEqual([]);
  });

  it('names existing files, and existing symbols in them', () => {
    expect(rows.flatMap(({ id, evidence }) => missingIn(evidence).map((name) => `${id}: ${name}`))).toEqual(
      [],
    );
  });

  it('is checked for missing files and symbols', () => {
    const name = ['no', 'name'].join(' ');
    const files = `\`test/lint/asvs.test.ts\` › \`${name}\` \`test/lint/asvs.test.ts\` › \`missingIn\``;
    expect(missingIn(`${files} \`test/lint/gone.test.ts\` [gone](decisions/gone.md#top)`)).toEqual([
      `test/lint/asvs.test.ts › ${name}`,
      'test/lint/gone.test.ts',
      'docs/decisions/gone.md',
    ]);
  });
});
