import { useId } from 'react';
import { formatTime } from '#web/lib/i18n/dates.ts';
import { t } from '#web/lib/i18n/messages.ts';
import type { MessageEntry } from '#web/lib/message-entry.ts';
import { Button } from '#web/ui/button.tsx';
import { ChannelEmotes } from '../emotes/channel-emotes.tsx';
import { TimedLog } from './timed-log.tsx';
import { type PastTimes, usePastChat } from './use-past-chat.ts';
import { useTimedMenu } from './use-timed-menu.ts';

interface PastChatProps extends PastTimes {
  readonly channelId: string;
  readonly streamer: string;
  /** Of the messages' menus. */
  readonly entries: readonly MessageEntry[];
  readonly onLiveChat: () => void;
  readonly className?: string;
}

/** The chat of a live stream as it was when the picture was made that a viewer who has rewound sees. It cannot be written to. */
export function PastChat(props: PastChatProps) {
  const { channelId, streamer, entries, onLiveChat, className = '', ...times } = props;
  const titleId = useId();
  const { messages, nowMs, isReady, isError, isFetching, readAgain } = usePastChat(channelId, times);
  const { visible, openMenu, menu } = useTimedMenu({ channelId, streamer, entries }, messages);
  return (
    <aside
      data-side-chat
      aria-labelledby={titleId}
      className={`flex flex-col overflow-hidden card ${className}`}
    >
      <header className="flex min-h-12 items-center border-b border-line px-4">
        <h2 id={titleId} className="text-sm font-semibold">
          {t('chat.title')}
        </h2>
      </header>
      <ChannelEmotes channelId={channelId}>
        <TimedLog
          messages={visible}
          onMenu={openMenu}
          streamer={streamer}
          isFollowing
          emptyText={isReady ? t('chat.replayEmptySoFar') : null}
          failure={isError ? { isFetching, refetch: readAgain } : null}
        />
      </ChannelEmotes>
      <div className="flex flex-wrap items-center justify-between gap-2 border-t border-line p-3">
        <p className="text-sm text-soft tabular-nums">
          {t('chat.pastTime', { time: formatTime(new Date(nowMs).toISOString()) })}
        </p>
        <Button variant="secondary" size="sm" onClick={onLiveChat}>
          {t('chat.liveChat')}
        </Button>
      </div>
      {menu}
    </aside>
  );
}
