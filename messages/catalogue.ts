import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileMessage } from './compile.ts';
import type { Message } from './format.ts';
import type { Language } from './languages.ts';

/** Texts by key, grouped; English has notes for translators with some of them. */
interface Group {
  readonly [name: string]: string | Noted | Group;
}
interface Noted {
  readonly text: string;
  /** What the text is and where it stands, where the text alone does not say it. */
  readonly note: string;
}

const isNoted = (entry: Noted | Group): entry is Noted => typeof entry['note'] === 'string';

/** The path of a language's texts. */
export const catalogueFile = (language: Language): string => join(import.meta.dirname, `${language}.json`);

/** The texts of a language by their full keys, `chat.send`, as they are written. */
export function readTexts(language: Language): Map<string, string> {
  const texts = new Map<string, string>();
  const add = (group: Group, prefix: string): void => {
    for (const [name, entry] of Object.entries(group)) {
      const key = `${prefix}${name}`;
      if (typeof entry === 'string') texts.set(key, entry);
      else if (isNoted(entry)) texts.set(key, entry.text);
      else add(entry, `${key}.`);
    }
  };
  add(JSON.parse(readFileSync(catalogueFile(language), 'utf8')) as Group, '');
  return texts;
}

/** The messages of a language by key. What it does not have is in English. */
export function readMessages(language: Language): Map<string, Message> {
  const texts = new Map([...readTexts('en'), ...readTexts(language)]);
  return new Map([...texts].map(([key, text]) => [key, compileMessage(text)]));
}
