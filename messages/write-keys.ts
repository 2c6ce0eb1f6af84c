import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readMessages } from './catalogue.ts';
import type { Message } from './format.ts';
import { type Language, LANGUAGES } from './languages.ts';

/** The types of all keys and their values, as a module. */
export function keysModule(english: ReadonlyMap<string, Message>): string {
  const types = [...english].map(([key, message]) => [key, typesOf(message)] as const);
  const isRich = (values: ReadonlyMap<string, string>): boolean => [...values.values()].includes('Tag');
  const entries = (rich: boolean): string[] =>
    types
      .filter(([, values]) => isRich(values) === rich)
      .map(([key, values]) => `  '${key}': ${typeText(values)};`);
  return [
    '/** Written by `npm run messages`: the messages of `en.json`, with the values that are filled in. */',
    'export interface TextMessages {',
    ...entries(false),
    '}',
    '',
    '/** Messages with tags. */',
    'export interface RichMessages<Tag = unknown> {',
    ...entries(true),
    '}',
    '',
  ].join('\n');
}

function typesOf(message: Message, found = new Map<string, string>()): Map<string, string> {
  if (typeof message === 'string') return found;
  for (const part of message) {
    if (typeof part === 'string') continue;
    const [name] = part;
    if (part.length === 1) found.set(name, found.get(name) ?? 'string | number');
    else if (part[1] === 'number') found.set(name, 'number');
    else if (part[1] === 'tag') {
      found.set(name, 'Tag');
      typesOf(part[2], found);
    } else {
      const words = Object.keys(part[2]).map((word) => `'${word}'`);
      found.set(name, part[1] === 'plural' ? 'number' : words.join(' | '));
      for (const inner of Object.values(part[2])) typesOf(inner, found);
    }
  }
  return found;
}

const typeText = (values: ReadonlyMap<string, string>): string =>
  values.size === 0 ? 'null' : `{ ${[...values].map(([name, type]) => `${name}: ${type}`).join('; ')} }`;

const ALL_LANGUAGES = LANGUAGES.map(({ tag }) => tag);

/** The groups that the server uses. `detail` of errors is in English only. */
const SERVER_GROUPS: Readonly<Record<string, readonly Language[]>> = {
  errors: ['en'],
  fields: ['en'],
  mail: ALL_LANGUAGES,
  notifications: ALL_LANGUAGES,
  pages: ALL_LANGUAGES,
  site: ALL_LANGUAGES,
};

/** Other messages and groups that the module of a group contains too. */
const ALSO_IN: Readonly<Record<string, readonly string[]>> = {
  mail: ['moderation.reasonName'],
  notifications: ['schedules.timingOnce', 'schedules.timingRepeated'],
  pages: ['categoryNames'],
  site: [
    'about.intro',
    'about.title',
    'browse.title',
    'fans.fans',
    'fans.fansIntro',
    'transparency.intro',
    'transparency.title',
    'wall.emptyHint',
    'wall.title',
  ],
};

function serverModule(group: string, messages: ReadonlyMap<Language, ReadonlyMap<string, Message>>): string {
  const names = [group, ...(ALSO_IN[group] ?? [])];
  const isContained = (key: string) => names.some((name) => key === name || key.startsWith(`${name}.`));
  const texts = SERVER_GROUPS[group]!.map((language) => {
    const contained = [...messages.get(language)!].filter(([key]) => isContained(key));
    return [language, Object.fromEntries(contained)] as const;
  });
  return [
    '/** Written by `npm run messages`: messages that the server uses. */',
    "import type { ServerTexts } from '../translator.ts';",
    '',
    `export const ${group} = ${JSON.stringify(Object.fromEntries(texts))} as const satisfies ServerTexts;`,
    '',
  ].join('\n');
}

/**
 * The modules made from the messages, by their paths in this folder: the types of all keys, and the messages that the server
 * uses, a module for each group, so that a Lambda loads only the groups that it uses.
 */
export function generatedModules(): ReadonlyMap<string, string> {
  const messages = new Map(ALL_LANGUAGES.map((language) => [language, readMessages(language)]));
  return new Map([
    ['keys.ts', keysModule(messages.get('en')!)],
    ...Object.keys(SERVER_GROUPS).map(
      (group) => [`server/${group}.ts`, serverModule(group, messages)] as const,
    ),
  ]);
}

/** Writes the modules that are missing or out of date, and leaves the others alone, since a newer file is built again. */
export function writeGeneratedModules(): void {
  mkdirSync(join(import.meta.dirname, 'server'), { recursive: true });
  for (const [name, code] of generatedModules()) {
    const path = join(import.meta.dirname, name);
    if (!existsSync(path) || readFileSync(path, 'utf8') !== code) writeFileSync(path, code);
  }
}

if (process.argv[1] === import.meta.filename) writeGeneratedModules();
