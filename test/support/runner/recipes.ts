/**
 * The recipes of docs/contributing.md. A block's first line names its file; `+` marks new lines, `-` removed ones, `…` stands
 * for some text on a line, and `@@` separates places in one file.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeIn } from './temporary-folder.ts';

export interface Block {
  readonly path: string;
  readonly text: string;
}

export interface Recipe {
  readonly title: string;
  readonly blocks: readonly Block[];
  /** In the order in which they are run. */
  readonly commands: readonly string[];
}

const BLOCK = /^```diff\n# (\S+)\n([^]*?)^```$/gm;
const COMMAND = /`((?:npm run|npx vitest run) [^`]+)`/g;

export function recipesIn(document: string): readonly Recipe[] {
  const [, chapter = ''] = /^## Your first change\n([^]*?)^## /m.exec(document) ?? [];
  const sections = chapter.split(/^### /m).slice(1);
  return sections.map((section) => ({
    title: section.slice(0, section.indexOf('\n')),
    blocks: [...section.matchAll(BLOCK)].map(([, path = '', text = '']) => ({ path, text })),
    commands: [...section.replaceAll(BLOCK, '').matchAll(COMMAND)].map(([, command = '']) =>
      command.replaceAll('\n', ' '),
    ),
  }));
}

/** Lines that stand together in a file, and those that are added behind them; without any, in front of the next ones. */
interface Place {
  readonly mark?: string;
  readonly lines: string[];
  readonly added: string[];
}

function placesOf(hunk: string): readonly Place[] {
  const places: Place[] = [];
  for (const line of hunk.split('\n').filter((line) => line !== '')) {
    const [mark, text] = [line[0]!, `${line.slice(1)}\n`];
    const last = places.at(-1);
    if (mark === '+' && last) last.added.push(text);
    else if (mark === '+') places.push({ lines: [], added: [text] });
    else if (last?.mark === mark && last.added.length === 0) last.lines.push(text);
    else places.push({ mark, lines: [text], added: [] });
  }
  return places;
}

const escaped = (text: string): string => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);

/**
 * A file's text after a block. What others have added between the lines of two places does not matter. Throws if a place is
 * missing.
 */
export function apply(before: string, { path, text }: Block): string {
  let done = '';
  let rest = before;
  let waiting = '';
  for (const { mark, lines, added } of text.split(/^@@\n/m).flatMap(placesOf)) {
    const place = new RegExp(`^${escaped(lines.join('')).replaceAll('…', '(.*)')}`, 'm');
    const found = place.exec(rest);
    if (!found) throw new Error(`docs/contributing.md: ${path} has no place any more for\n${lines.join('')}`);
    const [whole, ...texts] = found;
    const filled = added.join('').replaceAll('…', () => texts.shift() ?? '');
    const isFirst = lines.length === 0;
    done += rest.slice(0, found.index) + (isFirst ? '' : waiting + (mark === '-' ? '' : whole) + filled);
    waiting = isFirst ? filled : '';
    rest = rest.slice(found.index + whole.length);
  }
  return done + waiting + rest;
}

const wordsOf = (text: string): ReadonlySet<string> => new Set(text.match(/\w+/g));

/** Whether a reader has made the change already: the project has all words that the first block adds. */
export function isMade(root: string, { blocks: [first] }: Recipe): boolean {
  if (!first || !existsSync(join(root, first.path))) return false;
  const known = wordsOf(readFileSync(join(root, first.path), 'utf8'));
  const added = placesOf(first.text.replaceAll(/^@@$/gm, '')).flatMap(({ added }) => added);
  return [...wordsOf(added.join(''))].every((word) => known.has(word));
}

/** Makes the changes of a recipe in a folder with the project. */
export function makeChange(folder: string, { blocks }: Recipe): void {
  for (const block of blocks) {
    const file = join(folder, block.path);
    writeIn(folder, block.path, apply(existsSync(file) ? readFileSync(file, 'utf8') : '', block));
  }
}
