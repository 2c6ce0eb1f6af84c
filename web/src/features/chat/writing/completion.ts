/**
 * Completes the word at the cursor: a name after "@", an emote after ":", and at the start of the text a command after "/" or
 * one of the streamer's after "!".
 */
import { argumentsOf } from './commands/command-texts.ts';
import type { CommandName } from './commands/read-draft.ts';

export interface Place {
  readonly from: number;
  readonly to: number;
}

interface Completion extends Place {
  /** At least one. Each includes its sign. */
  readonly options: readonly Option[];
}

export interface Option {
  readonly text: string;
  readonly emote?: string;
  /** Follows the text, and is not inserted. */
  readonly note?: string;
}

interface Known {
  readonly names: readonly string[];
  readonly emotes: readonly string[];
  readonly commands: readonly CommandName[];
  readonly streamersCommands: readonly string[];
}

const MAX_OPTIONS = 6;
/** A sign at the start of a word and the text up to the cursor. */
const BEGUN = /(?:^|\s)([@:])(\w*)$|^\s*([/!])(\w*)$/;

/** Returns `null` without matches. */
export function completionAt(text: string, cursor: number, known: Known): Completion | null {
  const [, wordSign, word, firstSign, command] = BEGUN.exec(text.slice(0, cursor)) ?? [];
  const sign = wordSign ?? firstSign;
  const begun = word ?? command ?? '';
  if (sign === undefined || (sign === ':' && begun === '')) return null;
  const wanted = begun.toLowerCase();
  const options = optionsOf(sign, known, (name) => name.toLowerCase().startsWith(wanted));
  if (options.length === 0) return null;
  return { from: cursor - begun.length - 1, to: cursor, options: options.slice(0, MAX_OPTIONS) };
}

type Fits = (name: string) => boolean;

function optionsOf(
  sign: string,
  { names, emotes, commands, streamersCommands }: Known,
  fits: Fits,
): Option[] {
  if (sign === '@') return names.filter(fits).map((name) => ({ text: `@${name}` }));
  if (sign === ':') return emotes.filter(fits).map((name) => ({ text: `:${name}:`, emote: name }));
  if (sign === '!') return streamersCommands.filter(fits).map((name) => ({ text: `!${name}` }));
  return commands.filter(fits).map((name) => ({ text: `/${name}`, note: argumentsOf(name) }));
}

/** Inserts an option with a space, and returns the new cursor position. */
export function complete(text: string, { from, to }: Place, option: string) {
  const rest = text.slice(to);
  const inserted = rest.startsWith(' ') ? option : `${option} `;
  return { text: text.slice(0, from) + inserted + rest, inserted, cursor: from + option.length + 1 };
}

/** Recent authors and the streamer, latest first, unique, without the writer and hidden people. */
export function namesIn(
  messages: readonly { readonly username: string }[],
  { streamer, writer, hidden }: NamesContext,
): string[] {
  const names = new Set(messages.map(({ username }) => username).toReversed()).add(streamer);
  return [...names].filter((name) => name !== writer && !hidden.includes(name));
}

interface NamesContext {
  readonly streamer: string;
  readonly writer: string | undefined;
  readonly hidden: readonly string[];
}
