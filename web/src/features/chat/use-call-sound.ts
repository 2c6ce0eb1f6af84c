import { useEffect, useRef } from 'react';
import type { ChatList } from './feed/chat-list.ts';
import { isForReader } from './messages/message-text.tsx';

/** Plays a sound when another user mentions or answers the reader. Older messages are silent. */
export function useCallSound(messages: ChatList, reader: string | undefined, hasSound: boolean): void {
  const lastCall = useRef<string | null>(null);
  useEffect(() => {
    const last = messages.at(-1)?.id;
    if (last === undefined) return;
    const lastCallId = lastCall.current;
    lastCall.current = last;
    if (!hasSound || reader === undefined || lastCallId === null) return;
    const firstNew = messages.findLastIndex(({ id }) => id <= lastCallId) + 1;
    if (!messages.slice(firstNew).some((message) => isForReader(message, reader))) return;
    void import('./appearance/call-sound.ts').then(({ playCallSound }) => playCallSound(), ignore);
  }, [messages, reader, hasSound]);
}

/** If the code fails to load there is no sound, but the message stands out. */
const ignore = (): void => undefined;
