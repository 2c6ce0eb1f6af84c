import { useMemo } from 'react';
import type { ChatMessage } from '../../../../../shared/community/chat.ts';
import { USERNAME_MAX_LENGTH, USERNAME_MIN_LENGTH } from '../../../../../shared/limits.ts';
import { LinkedText } from '../../../ui/links/linked-text.tsx';
import { Emote, EMOTES } from '../emotes/emote.tsx';

interface MessageTextProps {
  readonly text: string;
  readonly reader: string | undefined;
}

/** Message text with links, emotes and mentions. Other markup stays text. */
export const MessageText = ({ text, reader }: MessageTextProps) => (
  <LinkedText text={text} renderText={(piece) => <Words text={piece} reader={reader?.toLowerCase()} />} />
);

function Words({ text, reader }: MessageTextProps) {
  const parts = useMemo(() => messageParts(text, (name) => EMOTES.has(name)), [text]);
  return parts.map((part, index) => {
    // The same text always has the same parts, so the index identifies a part.
    const key = `${index}`;
    return <Word key={key} part={part} reader={reader} />;
  });
}

function Word({ part, reader }: { readonly part: MessagePart; readonly reader: string | undefined }) {
  const { text, emote, mention } = part;
  if (emote !== undefined) return <Emote name={emote} />;
  if (mention === undefined) return text;
  const isMe = mention.toLowerCase() === reader;
  return <span className={isMe ? CALLED : 'font-semibold'}>{text}</span>;
}

const CALLED = 'rounded-sm bg-accent px-1 font-semibold text-on-accent';

interface MessagePart {
  readonly text: string;
  readonly emote?: string;
  readonly mention?: string;
}

const NAME = `\\w{${USERNAME_MIN_LENGTH},${USERNAME_MAX_LENGTH}}`;
/**
 * `:name:`, whose last colon may start the next emote; or `@name` at the start of a word, which excludes e-mail
 * addresses.
 */
const SPECIAL = new RegExp(`:([a-z]+)(?=:)|(?<!\\w)@(${NAME})(?!\\w)`, 'g');

/** Splits a text into parts that join to the same text. `isEmote` checks emote names. */
export function messageParts(written: string, isEmote: (name: string) => boolean): readonly MessagePart[] {
  const parts: MessagePart[] = [];
  let end = 0;
  const push = (at: number, part: MessagePart) => {
    if (at > end) parts.push({ text: written.slice(end, at) });
    parts.push(part);
    end = at + part.text.length;
  };
  for (const { 0: text, 1: emote, 2: mention, index } of written.matchAll(SPECIAL)) {
    if (mention !== undefined) push(index, { text, mention });
    else if (emote !== undefined && index >= end && isEmote(emote)) push(index, { text: `${text}:`, emote });
  }
  if (end < written.length) parts.push({ text: written.slice(end) });
  return parts;
}

/** Whether a message mentions this name, case-insensitive. */
export function calls(message: string, username: string): boolean {
  const wanted = username.toLowerCase();
  return [...message.matchAll(SPECIAL)].some(([, , mention]) => mention?.toLowerCase() === wanted);
}

type Addressed = Pick<ChatMessage, 'username' | 'message' | 'reply_to'>;

/** Whether another user mentions or answers the reader. */
export function isForReader({ username, message, reply_to }: Addressed, reader: string | undefined): boolean {
  if (reader === undefined || username === reader) return false;
  return reply_to?.username === reader || calls(message, reader);
}
