import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import type { CommandName } from './commands/read-draft.ts';
import { complete, completionAt, type Option, type Place } from './completion.ts';
import { commandsQuery } from '../rooms.queries.ts';
import { useEmotes } from '../emotes/channel-emotes.tsx';
import { Emote } from '../emotes/emote.tsx';
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
    {options.map(({ text, emote, note }, index) => (
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
        {emote && <Emote code={emote} isNamed className="size-6" />}
        <bdi>{text}</bdi>
        {note && <bdi className="truncate text-soft">{note}</bdi>}
      </button>
    ))}
  </div>
);

interface Writing {
  readonly field: RefObject<HTMLTextAreaElement | null>;
  readonly text: string;
  readonly setText: (text: string) => void;
  readonly names: () => readonly string[];
  /** Those that the writer may use. */
  readonly commands: readonly CommandName[];
  readonly channelId: string;
}

/** Completes names, emotes and commands. Arrows choose, Enter takes what is chosen, Tab that or the first, Escape closes. */
export function useCompletion({ field, text, setText, names, commands, channelId }: Writing) {
  const [cursor, setCursor] = useState<number | null>(null);
  /** The text of an option, because the list changes as others write. */
  const [chosen, setChosen] = useState<string | null>(null);
  const emotes = useEmotes();
  const placeCursor = useNextCursor(field);
  const { data } = useQuery({ ...commandsQuery(channelId), enabled: /^\s*!/.test(text) });
  const streamersCommands = data?.commands.map(({ name }) => name) ?? [];
  const known = { names: names(), emotes: [...emotes.keys()], commands, streamersCommands };
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
