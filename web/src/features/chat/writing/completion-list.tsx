import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { Emote, EMOTES } from '../emotes/emote.tsx';
import { t } from '#web/lib/i18n/messages.ts';

interface CompletionListProps {
  readonly id: string;
  readonly options: readonly Option[];
  readonly at: number;
  readonly onTake: (index: number) => void;
}

export const optionId = (listId: string, at: number): string => `${listId}-${at}`;

export const CompletionList = ({ id, options, at, onTake }: CompletionListProps) => (
  <div
    id={id}
    role="listbox"
    aria-label={t('chat.suggestions')}
    className="absolute inset-x-3 bottom-full z-overlay mb-2 overflow-hidden rounded-md border border-line bg-raised py-1 shadow-popup"
  >
    {options.map(({ text, emote }, index) => (
      <button
        key={text}
        type="button"
        id={optionId(id, index)}
        role="option"
        aria-selected={index === at}
        tabIndex={-1}
        // Keeps the focus in the field.
        onPointerDown={(event) => event.preventDefault()}
        onClick={() => onTake(index)}
        className={`flex w-full items-center gap-2 px-3 py-1.5 text-sm pointer-coarse:py-2.5 ${index === at ? 'bg-line' : ''}`}
      >
        {emote && <Emote name={emote} isNamed className="size-6" />}
        <bdi>{text}</bdi>
      </button>
    ))}
  </div>
);

interface Writing {
  readonly field: RefObject<HTMLTextAreaElement | null>;
  readonly text: string;
  readonly setText: (text: string) => void;
  readonly names: () => readonly string[];
}

/** Completes names and emotes. Arrows choose, Enter takes what is chosen, Tab that or the first, Escape closes. */
export function useCompletion({ field, text, setText, names }: Writing) {
  const [cursor, setCursor] = useState<number | null>(null);
  /** The text of an option, because the list changes as others write. */
  const [chosen, setChosen] = useState<string | null>(null);
  const placeCursor = useNextCursor(field);
  const known = { names: names(), emotes: [...EMOTES.keys()] };
  const found = cursor === null ? null : completionAt(text, cursor, known);
  const at = found?.options.findIndex((option) => option.text === chosen) ?? -1;

  const update = () => {
    setChosen(null);
    setCursor(field.current?.selectionEnd ?? null);
  };
  const close = () => setCursor(null);
  const insert = (piece: string, place: Place) => {
    const done = complete(text, place, piece);
    if (!field.current || !typeInto(field.current, place, done.inserted)) setText(done.text);
    placeCursor(done.cursor);
    close();
  };
  const take = (index: number) => {
    const option = found?.options[index];
    if (found && option) insert(option.text, found);
  };
  const press = (event: KeyboardEvent): boolean => {
    if (!found) return false;
    const { options } = found;
    if (event.key === 'ArrowDown') setChosen((options[at + 1] ?? options[0])!.text);
    else if (event.key === 'ArrowUp') setChosen(options.at(Math.max(at, 0) - 1)!.text);
    else if (event.key === 'Escape') close();
    else if (event.key === 'Tab' && !event.shiftKey) take(Math.max(at, 0));
    else if (event.key === 'Enter' && at >= 0) take(at);
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  };
  const insertHere = (piece: string) => {
    const here = field.current?.selectionEnd ?? text.length;
    const isApart = here === 0 || /\s/.test(text[here - 1] ?? ' ');
    insert(isApart ? piece : ` ${piece}`, { from: here, to: here });
  };
  return { options: found?.options ?? [], at, update, close, take, press, insertHere };
}

interface Place {
  readonly from: number;
  readonly to: number;
}

/** Replaces text as typing does, so that Ctrl+Z restores it. False where browsers cannot. */
function typeInto(field: HTMLTextAreaElement, { from, to }: Place, text: string): boolean {
  field.focus();
  field.setSelectionRange(from, to);
  return document.execCommand?.('insertText', false, text) ?? false;
}

/** Sets focus and cursor after the field shows the new text. */
function useNextCursor(field: RefObject<HTMLTextAreaElement | null>) {
  const next = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (next.current === null) return;
    field.current?.focus();
    field.current?.setSelectionRange(next.current, next.current);
    next.current = null;
  });
  return (cursor: number) => {
    next.current = cursor;
  };
}

/** Completes the word at the cursor: a name after "@", an emote after ":". */

interface Completion extends Place {
  /** At least one. Each includes its sign. */
  readonly options: readonly Option[];
}

interface Option {
  readonly text: string;
  readonly emote?: string;
}

interface Known {
  readonly names: readonly string[];
  readonly emotes: readonly string[];
}

const MAX_OPTIONS = 6;
/** A sign at the start of a word and the text up to the cursor. */
const BEGUN = /(?:^|\s)([@:])(\w*)$/;

/** Returns `null` without matches. */
export function completionAt(text: string, cursor: number, { names, emotes }: Known): Completion | null {
  const [, sign, begun = ''] = BEGUN.exec(text.slice(0, cursor)) ?? [];
  if (sign === undefined || (sign === ':' && begun === '')) return null;
  const wanted = begun.toLowerCase();
  const fits = (name: string): boolean => name.toLowerCase().startsWith(wanted);
  const options: Option[] =
    sign === '@'
      ? names.filter(fits).map((name) => ({ text: `@${name}` }))
      : emotes.filter(fits).map((name) => ({ text: `:${name}:`, emote: name }));
  if (options.length === 0) return null;
  return { from: cursor - begun.length - 1, to: cursor, options: options.slice(0, MAX_OPTIONS) };
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
