import { useQuery } from '@tanstack/react-query';
import { useId, useMemo, useState } from 'react';
import type { ChatMessage } from '#shared/community/chat.ts';
import { useSession } from '#web/lib/api/session/session.ts';
import type { MessageEntry } from '#web/lib/message-entry.ts';
import { Button } from '#web/ui/button.tsx';
import { useMessageMenu } from '../messages/message-menu-button.tsx';
import { removalEntries } from '../rooms/room-entries.tsx';
import { roleOf, roomQuery } from '../rooms.queries.ts';
import { ChannelEmotes } from '../emotes/channel-emotes.tsx';
import { TimedLog } from './timed-log.tsx';
import { useReplayChat } from './use-replay-chat.ts';
import { t } from '#web/lib/i18n/messages.ts';

interface ReplayChatProps {
  readonly videoId: string;
  readonly channelId: string;
  readonly streamer: string;
  /** The position in the video in seconds. Must be a stable function. */
  readonly placeS: () => number;
}

/** The chat of a broadcast beside its replay, synchronized or whole. Empty without messages. */
export function ReplayChat({ videoId, channelId, streamer, placeS }: ReplayChatProps) {
  const titleId = useId();
  const [isWhole, setIsWhole] = useState(false);
  const replay = useReplayChat(videoId, placeS, isWhole);
  const { messages, isReady, isError, isFetching, readOn, readAgain } = replay;
  const { visible, openMenu, menu } = useRemoval(channelId, streamer, messages);
  const emptyText = isWhole ? t('chat.replayEmpty') : t('chat.replayEmptySoFar');
  return (
    <aside
      data-side-chat
      aria-labelledby={titleId}
      className="flex h-96 flex-col overflow-hidden rounded-card lg:h-[clamp(20rem,calc(100dvh-20rem),36rem)] border border-line bg-surface"
    >
      <div className="flex min-h-12 items-center justify-between border-b border-line pe-1 ps-4">
        <h2 id={titleId} className="text-sm font-semibold">
          {t('chat.replayTitle')}
        </h2>
        <Button variant="ghost" size="sm" aria-pressed={isWhole} onClick={() => setIsWhole(!isWhole)}>
          {isWhole ? t('chat.followVideo') : t('chat.showAll')}
        </Button>
      </div>
      <ChannelEmotes channelId={channelId}>
        <TimedLog
          messages={visible}
          onMenu={openMenu}
          streamer={streamer}
          isFollowing={!isWhole}
          emptyText={isReady ? emptyText : null}
          failure={isError ? { isFetching, refetch: readAgain } : null}
        >
          {readOn && !isError && (
            <div className="flex justify-center p-2">
              <Button variant="ghost" size="sm" busy={isFetching} onClick={readOn}>
                {t('chat.moreMessages')}
              </Button>
            </div>
          )}
        </TimedLog>
      </ChannelEmotes>
      {menu}
    </aside>
  );
}

/** Authors delete their messages, and moderators remove others'. The replay's chat has no events. */
function useRemoval(channelId: string, streamer: string, messages: readonly ChatMessage[]) {
  const reader = useSession()?.user.username;
  const { data: room } = useQuery({ ...roomQuery(channelId), enabled: reader !== undefined });
  const [removed, setRemoved] = useState<readonly string[]>([]);
  const entries = useMemo(() => {
    if (reader === undefined) return NO_ENTRIES;
    const context = { channelId, streamer, room, role: roleOf(reader, streamer, room), reader };
    return removalEntries(context, (id) => setRemoved((ids) => [...ids, id]));
  }, [channelId, streamer, room, reader]);
  const { open, menu } = useMessageMenu(entries);
  const visible = useMemo(() => messages.filter(({ id }) => !removed.includes(id)), [messages, removed]);
  return { visible, openMenu: open, menu };
}

const NO_ENTRIES: readonly MessageEntry[] = [];
