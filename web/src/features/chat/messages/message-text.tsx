import { useMemo } from 'react';
import { LinkedText } from '../../../ui/links/linked-text.tsx';
import { Emote, EMOTES } from '../emotes/emote.tsx';
import { type MessagePart, messageParts } from './message-parts.ts';

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
