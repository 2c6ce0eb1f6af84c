import { execFileSync } from 'node:child_process';
import { globSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { catalogueFile, readTexts } from '#messages/catalogue.ts';
import { compileMessage } from '#messages/compile.ts';
import { formatMessage, formatParts, type Message } from '#messages/format.ts';
import { LANGUAGES } from '#messages/languages.ts';
import { pseudo } from '#messages/pseudo.ts';
import { generatedModules, keysModule } from '#messages/write-keys.ts';
import packageJson from '#package.json' with { type: 'json' };
import { newFolder, writeIn } from '#test/support/runner/temporary-folder.ts';

const ROOT = join(import.meta.dirname, '../..');
const TRANSLATIONS = LANGUAGES.map(({ tag }) => tag).filter((tag) => tag !== 'en');

const english = readTexts('en');

/** What a message fills in: `count plural`, `link tag`, `name`; each once. */
function holesOf(message: Message): string[] {
  if (typeof message === 'string') return [];
  const found = message.flatMap((part) => {
    if (typeof part === 'string') return [];
    if (part.length === 1) return [part[0]];
    if (part[1] === 'number') return [part[0]];
    if (part[1] === 'tag') return [`<${part[0]}>`, ...holesOf(part[2])];
    return [`${part[0]} ${part[1]}`, ...Object.values(part[2]).flatMap(holesOf)];
  });
  return [...new Set(found)].toSorted();
}

/** The cases of the plurals of a message. */
function pluralsOf(message: Message): string[][] {
  if (typeof message === 'string') return [];
  return message.flatMap((part) => {
    if (typeof part === 'string' || part.length === 1 || part[1] === 'number') return [];
    if (part[1] === 'tag') return pluralsOf(part[2]);
    const inner = Object.values(part[2]).flatMap(pluralsOf);
    return part[1] === 'plural' ? [Object.keys(part[2]), ...inner] : inner;
  });
}

describe('the English messages', () => {
  it('are all used', () => {
    const sources = globSync('{web/src,functions,infra}/**/*.{ts,tsx}', { cwd: ROOT });
    const code = sources.map((path) => readFileSync(join(ROOT, path), 'utf8')).join('\n');
    const document = readFileSync(join(ROOT, 'web/index.html'), 'utf8');
    const isUsed = (key: string) => code.includes(`'${key}'`) || document.includes(`message:${key}`);
    const keys = [...english.keys()].filter((key) => !/^(errors|fields)\./.test(key));
    expect(
      keys.filter((key) => !isUsed(key)),
      'Remove these from messages/*.json',
    ).toEqual([]);
  });
});

it.each(LANGUAGES)('$tag: each key is there once', ({ tag }) => {
  const text = readFileSync(catalogueFile(tag), 'utf8');
  // Of two entries with one key the parser keeps the last.
  const read = `${JSON.stringify(JSON.parse(text), null, 2)}\n`;
  expect(text, 'Give one of the equal keys another name, and run `npm run format`').toBe(read);
});

describe('the generated modules', () => {
  const modules = generatedModules();

  it('are written by `npm ci` into a new clone, and left alone while the messages are the same', () => {
    const clone = newFolder();
    const paths = globSync(['package.json', 'messages/*.{ts,json}'], { cwd: ROOT });
    for (const path of paths.filter((path) => path !== 'messages/keys.ts'))
      writeIn(clone, path, readFileSync(join(ROOT, path), 'utf8'));
    symlinkSync(join(ROOT, 'node_modules'), join(clone, 'node_modules'));
    const prepare = () => execFileSync(packageJson.scripts.prepare, { cwd: clone, shell: true });
    const written = [...modules.keys()].map((name) => join(clone, 'messages', name));
    prepare();
    const writtenAt = written.map((path) => statSync(path).mtimeMs);
    expect(written.map((path) => readFileSync(path, 'utf8'))).toEqual([...modules.values()]);
    prepare();
    expect(written.map((path) => statSync(path).mtimeMs)).toEqual(writtenAt);
  });

  it('have the type of each value that a message fills in', () => {
    const texts = {
      'a.plain': 'Fans',
      'a.name': 'Hi {name}',
      'a.number': '{n, number} fans',
      'a.plural': '{n, plural, one {One fan} other {Fans of {name}}}',
      'a.words': '{kind, select, fan {Fan} other {Thing}}',
      'a.rich': 'Read <terms>the terms of {name}</terms>',
    };
    const module = keysModule(
      new Map(Object.entries(texts).map(([key, text]) => [key, compileMessage(text)])),
    );
    expect(module.split('\n').filter((line) => /^ {2}|^export/.test(line))).toEqual([
      'export interface TextMessages {',
      "  'a.plain': null;",
      "  'a.name': { name: string | number };",
      "  'a.number': { n: number };",
      "  'a.plural': { n: number; name: string | number };",
      "  'a.words': { kind: 'fan' | 'other' };",
      'export interface RichMessages<Tag = unknown> {',
      "  'a.rich': { terms: Tag; name: string | number };",
    ]);
  });

  it.each(['mail', 'notifications', 'pages', 'site'])('%s has its messages in each language', (group) => {
    const module = modules.get(`server/${group}.ts`)!;
    const texts = JSON.parse(/= (\{.*\}) as const/.exec(module)![1]!) as Record<string, object>;
    const keys = [...english.keys()].filter((key) => key.startsWith(`${group}.`));
    expect(Object.keys(texts)).toEqual(LANGUAGES.map(({ tag }) => tag));
    for (const { tag } of LANGUAGES) expect(Object.keys(texts[tag]!)).toEqual(expect.arrayContaining(keys));
  });
});

it('French punctuation has its no-break spaces, which are narrow before ; ! ? and %', () => {
  const wrong = [...readTexts('fr')].filter(([, text]) =>
    /[^\u202f(][;!?](?!\w)|[^\u202f]%|[^\u00a0]»|«[^\u00a0]| :/.test(text),
  );
  expect(wrong).toEqual([]);
});

describe.each(LANGUAGES.map(({ tag }) => tag))('the messages in %s', (tag) => {
  it('have the plurals of the language, and no others', () => {
    const { pluralCategories } = new Intl.PluralRules(tag).resolvedOptions();
    const wrong = [...readTexts(tag)].flatMap(([key, text]) =>
      pluralsOf(compileMessage(text))
        .map((cases) => cases.filter((name) => !name.startsWith('=')).toSorted())
        .filter((cases) => String(cases) !== String([...pluralCategories].toSorted()))
        .map((cases) => `${key}: ${cases.join(', ')}`),
    );
    expect(wrong).toEqual([]);
  });
});

describe.each(TRANSLATIONS)('the translation into %s', (tag) => {
  const texts = readTexts(tag);

  it('has every message', { tags: ['release'] }, () => {
    const missing = [...english.keys()].filter((key) => !texts.has(key));
    expect(missing, `Translate these in messages/${tag}.json`).toEqual([]);
  });

  it('has no other messages', () => {
    const unknown = [...texts.keys()].filter((key) => !english.has(key));
    expect(unknown, `Remove these from messages/${tag}.json`).toEqual([]);
  });

  it('fills in the same values as the English message', () => {
    const wrong = [...texts].filter(([key, text]) => {
      const original = english.get(key);
      return original && String(holesOf(compileMessage(text))) !== String(holesOf(compileMessage(original)));
    });
    expect(wrong).toEqual([]);
  });
});

describe('the pseudo-language', () => {
  it('lengthens what is not filled in, in one pair of brackets', () => {
    const message = pseudo(compileMessage('{n, plural, one {# fan} other {# fans}} of <b>{name}</b>'));
    const tag = (name: string, children: readonly string[]): string => `<${name}>${children.join('')}`;
    expect(formatParts(message, { n: 2, name: 'Ada' }, 'en', tag).join('')).toBe('⟦2 fååns ööf <b>Ada⟧');
    expect(pseudo('Log in')).toBe('⟦Löög îîn⟧');
  });
});

describe('a message', () => {
  const format = (text: string, values = {}, language = 'en') =>
    formatMessage(compileMessage(text), values, language);

  it.each([
    ['en', 1234.5, '1,234.5 fans'],
    ['de', 1234.5, '1.234,5 fans'],
    ['fr', 1234.5, '1 234,5 fans'],
  ])('writes a number as %s does', (language, count, text) => {
    expect(format('{count, number} fans', { count }, language)).toBe(text);
  });

  it.each([
    ['en', ['0 o', '1 one', '2 o', '5 o', '21 o']],
    ['de', ['0 o', '1 one', '2 o', '5 o', '21 o']],
    ['ja', ['0 o', '1 o', '2 o', '5 o', '21 o']],
    ['ar', ['0 zero', '1 one', '2 two', '5 few', '21 many']],
  ])('chooses the plural of %s for 0, 1, 2, 5 and 21', (language, texts) => {
    const message =
      '{n, plural, zero {# zero} one {# one} two {# two} few {# few} many {# many} other {# o}}';
    expect([0, 1, 2, 5, 21].map((n) => format(message, { n }, language))).toEqual(texts);
  });

  it('has cases for single numbers and words', () => {
    const message = '{n, plural, =0 {none} other {# {kind, select, fan {fans} other {things}}}}';
    expect(format(message, { n: 0, kind: 'fan' })).toBe('none');
    expect(format(message, { n: 2, kind: 'fan' })).toBe('2 fans');
    expect(format(message, { n: 1, kind: 'x' })).toBe('1 things');
  });

  it.each([
    ['en', '{name} is live', 'Ada', 'Ada is live'],
    ['en', '{name} is live', 'سلمى', '\u2068سلمى\u2069 is live'],
    ['ar', '{name} يبث الآن', 'سلمى', '\u2068سلمى\u2069 يبث الآن'],
    ['ar', '{name} يبث الآن', 'Ada!', '\u2068Ada!\u2069 يبث الآن'],
  ])('isolates text where one is written from right to left: %s, %s, %s', (language, text, name, result) => {
    expect(format(text, { name }, language)).toBe(result);
  });

  it.each(LANGUAGES)('isolates text in $name if that is written from right to left', ({ tag, dir }) => {
    expect(format('{name}', { name: 'Ada' }, tag)).toBe(dir === 'rtl' ? '\u2068Ada\u2069' : 'Ada');
  });

  it('isolates text that stands alone in a tag', () => {
    const message = compileMessage('قص: <link>{name}</link>');
    const tag = (_: string, children: readonly string[]): string => children.join('');
    expect(formatParts(message, { name: '_bob' }, 'ar', tag).join('')).toBe('قص: \u2068_bob\u2069');
  });

  it('takes values as they are', () => {
    expect(format('Hi {name}, it’s here', { name: '<b>{x}</b>' })).toBe('Hi <b>{x}</b>, it’s here');
  });

  it('gives what stands within a tag to the code', () => {
    const message = compileMessage('<b>{count, plural, one {# fan} other {# fans}}</b> of <i>{name}</i>');
    const tag = (name: string, children: readonly string[]): string => `[${name}: ${children.join('')}]`;
    expect(formatParts(message, { count: 2, name: 'Ada' }, 'en', tag).join('')).toBe(
      '[b: 2 fans] of [i: Ada]',
    );
  });

  it.each([
    ['<b>fan', '<b> has no end in: <b>fan'],
    ['fan</b>', '</b> has no start in: fan</b>'],
    ['<a><b>fan</a></b>', '</a> has no start in'],
    ['{name', 'Unexpected message end'],
    ['{n, date}', 'Unknown kind of placeholder'],
  ])('%s is refused', (text, fault) => {
    expect(() => compileMessage(text)).toThrow(fault);
  });
});
