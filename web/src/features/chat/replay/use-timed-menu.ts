import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { ChatMessage } from '#shared/community/chat.ts';
import { useSession } from '#web/lib/api/session/session.ts';
import type { MessageEntry } from '#web/lib/message-entry.ts';
import { useMessageMenu } from '../messages/message-menu-button.tsx';
import { removalEntries } from '../rooms/room-entries.tsx';
import { roleOf, roomQuery } from '../rooms.queries.ts';

interface TimedMenuContext {
  readonly channelId: string;
  readonly streamer: string;
  /** Further entries. Must be stable. */
  readonly entries: readonly MessageEntry[];
}

/**
 * The menu of messages of a past time, for people who are signed in: authors delete theirs, and moderators remove others'. Returns
 * the messages without those, because events of the chat are about the present.
 */
export function useTimedMenu(
  { channelId, streamer, entries: others }: TimedMenuContext,
  messages: readonly ChatMessage[],
) {
  const reader = useSession()?.user.username;
  const { data: room } = useQuery({ ...roomQuery(channelId), enabled: reader !== undefined });
  const [removed, setRemoved] = useState<readonly string[]>([]);
  const entries = useMemo(() => {
    if (reader === undefined) return NO_ENTRIES;
    const context = { channelId, streamer, room, role: roleOf(reader, streamer, room), reader };
    return [...others, ...removalEntries(context, (id) => setRemoved((ids) => [...ids, id]))];
  }, [channelId, streamer, room, reader, others]);
  const { open, menu } = useMessageMenu(entries);
  const visible = useMemo(() => messages.filter(({ id }) => !removed.includes(id)), [messages, removed]);
  return { visible, openMenu: open, menu };
}

const NO_ENTRIES: readonly MessageEntry[] = [];
