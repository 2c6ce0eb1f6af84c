import { useId, useLayoutEffect, useRef, useState } from 'react';
import { useSession } from '../../../lib/api/session/session.ts';
import { Button } from '../../../ui/button.tsx';
import { FailureLine } from '../../../ui/states/loaded.tsx';
import { SIZES, formatChatTime, useChatAppearance } from '../appearance/chat-appearance.ts';
import { ChatLine } from '../messages/chat-line.tsx';
import { useReplayChat } from './use-replay-chat.ts';
import { t } from '../../../lib/i18n/messages.ts';

const AT_END_PX = 60;

interface ReplayChatProps {
  readonly videoId: string;
  readonly streamer: string;
  /** The position in the video in seconds. Must be a stable function. */
  readonly placeS: () => number;
}

/** The chat of a broadcast beside its replay, synchronized or whole. Empty without messages. */
export function ReplayChat({ videoId, streamer, placeS }: ReplayChatProps) {
  const titleId = useId();
  const [isWhole, setIsWhole] = useState(false);
  const replay = useReplayChat(videoId, placeS, isWhole);
  const { messages, isReady, isError, isFetching, readOn, readAgain } = replay;
  const reader = useSession()?.user.username;
  const appearance = useChatAppearance();
  const log = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  useLayoutEffect(() => {
    if (log.current && !isWhole && isAtEnd.current) log.current.scrollTop = log.current.scrollHeight;
  });

  return (
    <aside
      aria-labelledby={titleId}
      className="flex h-96 flex-col overflow-hidden rounded-lg lg:h-[clamp(20rem,calc(100dvh-20rem),36rem)] border border-line bg-surface"
    >
      <div className="flex min-h-12 items-center justify-between border-b border-line pe-1 ps-4">
        <h2 id={titleId} className="text-sm font-semibold">
          {t('chat.replayTitle')}
        </h2>
        <Button variant="ghost" size="sm" aria-pressed={isWhole} onClick={() => setIsWhole(!isWhole)}>
          {isWhole ? t('chat.followVideo') : t('chat.showAll')}
        </Button>
      </div>
      <div
        ref={log}
        // A region instead of a log, so that screen readers do not announce it.
        role="region"
        aria-label={t('chat.messages')}
        // Makes it scrollable by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        onScroll={({ currentTarget: { scrollHeight, clientHeight, scrollTop } }) => {
          isAtEnd.current = scrollHeight - clientHeight - scrollTop <= AT_END_PX;
        }}
        className={`min-h-0 flex-1 overflow-y-auto py-2 -outline-offset-2 ${SIZES[appearance.size]}`}
      >
        {isReady && !isError && messages.length === 0 && (
          <p className="p-4 text-sm text-soft">
            {isWhole ? t('chat.replayEmpty') : t('chat.replayEmptySoFar')}
          </p>
        )}
        <ol>
          {messages.map((message) => (
            <ChatLine
              key={message.id}
              message={message}
              time={appearance.time === 'none' ? '' : formatChatTime(message.timestamp, 0, 'clock')}
              isStreamer={message.username === streamer}
              reader={reader}
            />
          ))}
        </ol>
        {isError && (
          <div className="p-4 text-sm">
            <FailureLine title={t('chat.replayLoadFailed')} query={{ isFetching, refetch: readAgain }} />
          </div>
        )}
        {readOn && !isError && (
          <div className="flex justify-center p-2">
            <Button variant="ghost" size="sm" busy={isFetching} onClick={readOn}>
              {t('chat.moreMessages')}
            </Button>
          </div>
        )}
      </div>
    </aside>
  );
}
