import { useMemo } from 'react';
import type { ChatMessage } from '#shared/community/chat.ts';
import { mentionsIn } from '#shared/base/text-parts.ts';
import { LinkedText } from '#web/ui/links/linked-text.tsx';
import { useEmotes } from '../emotes/channel-emotes.tsx';
import { Emote } from '../emotes/emote.tsx';

interface MessageTextProps {
  readonly text: string;
  readonly reader: string | undefined;
  /** It says what its author does. @default false */
  readonly isAction?: boolean | undefined;
}

/** Message text with links, emotes and mentions. Other markup stays text. */
export function MessageText({ text, reader, isAction = false }: MessageTextProps) {
  const linked = (
    <LinkedText
      text={text}
      renderText={(piece) => <Words text={piece} />}
      renderMention={(piece, name) => (
        <bdi className={isSame(name, reader) ? CALLED : 'font-semibold'}>{piece}</bdi>
      )}
    />
  );
  return isAction ? <em>{linked}</em> : linked;
}

const CALLED = 'rounded-sm bg-accent px-1 font-semibold text-on-accent';

const isSame = (name: string, reader: string | undefined): boolean =>
  name.toLowerCase() === reader?.toLowerCase();

function Words({ text }: { readonly text: string }) {
  const emotes = useEmotes();
  const parts = useMemo(() => messageParts(text, (code) => emotes.has(code)), [text, emotes]);
  return parts.map(({ text, emote }, index) =>
    // The same text has the same parts, so the index identifies a part.
    // oxlint-disable-next-line react/no-array-index-key
    emote === undefined ? text : <Emote key={index} code={emote} />,
  );
}

interface MessagePart {
  readonly text: string;
  readonly emote?: string;
}

/** `:name:`, whose last colon may start the next emote. */
const EMOTE = /:([a-z]+)(?=:)/g;

/** Splits a text into parts that join to the same text. `isEmote` checks emote names. */
export function messageParts(written: string, isEmote: (name: string) => boolean): readonly MessagePart[] {
  const parts: MessagePart[] = [];
  let end = 0;
  for (const { 0: text, 1: emote = '', index } of written.matchAll(EMOTE)) {
    if (index < end || !isEmote(emote)) continue;
    if (index > end) parts.push({ text: written.slice(end, index) });
    parts.push({ text: `${text}:`, emote });
    end = index + text.length + 1;
  }
  if (end < written.length) parts.push({ text: written.slice(end) });
  return parts;
}

type Addressed = Pick<ChatMessage, 'username' | 'message' | 'reply_to'>;

/** Whether another user mentions or answers the reader. */
export function isForReader({ username, message, reply_to }: Addressed, reader: string | undefined): boolean {
  if (reader === undefined || username === reader) return false;
  return reply_to?.username === reader || mentionsIn(message).includes(reader.toLowerCase());
}
