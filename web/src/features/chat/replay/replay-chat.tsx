import { useId, useState } from 'react';
import type { MessageEntry } from '#web/lib/message-entry.ts';
import { Button } from '#web/ui/button.tsx';
import { ChannelEmotes } from '../emotes/channel-emotes.tsx';
import { TimedLog } from './timed-log.tsx';
import { useReplayChat } from './use-replay-chat.ts';
import { useTimedMenu } from './use-timed-menu.ts';
import { t } from '#web/lib/i18n/messages.ts';

interface ReplayChatProps {
  readonly videoId: string;
  readonly channelId: string;
  readonly streamer: string;
  /** Of the messages' menus; authors and moderators remove, too. Must be stable. */
  readonly entries: readonly MessageEntry[];
  /** The position in the video in seconds. Must be a stable function. */
  readonly placeS: () => number;
}

/** The chat of a broadcast beside its replay, synchronized or whole. Empty without messages. */
export function ReplayChat({ videoId, channelId, streamer, entries, placeS }: ReplayChatProps) {
  const titleId = useId();
  const [isWhole, setIsWhole] = useState(false);
  const replay = useReplayChat(videoId, placeS, isWhole);
  const { messages, isReady, isError, isFetching, loadMore, readAgain } = replay;
  const { visible, openMenu, menu } = useTimedMenu({ channelId, streamer, entries }, messages);
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
          {loadMore && !isError && (
            <div className="flex justify-center p-2">
              <Button variant="ghost" size="sm" busy={isFetching} onClick={loadMore}>
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
