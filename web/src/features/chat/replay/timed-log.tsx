import { type ReactNode, useLayoutEffect, useMemo, useRef } from 'react';
import type { ChatMessage } from '#shared/community/chat.ts';
import { useSession } from '#web/lib/api/session/session.ts';
import { useHiddenPeople, withoutHidden } from '#web/lib/hooks/use-hidden-people.ts';
import { t } from '#web/lib/i18n/messages.ts';
import { FailureLine } from '#web/ui/states/loaded.tsx';
import { SIZES, formatChatTime, useChatAppearance } from '../appearance/chat-appearance.ts';
import type { OpenMessageMenu } from '../messages/message-menu-button.tsx';
import { ChatLine } from '../messages/chat-line.tsx';

const AT_END_PX = 60;

interface TimedLogProps {
  readonly messages: readonly ChatMessage[];
  readonly streamer: string;
  /** Keeps the newest message in sight, unless the viewer has scrolled up. */
  readonly isFollowing: boolean;
  /** Below an empty list; `null` while it loads. */
  readonly emptyText: string | null;
  /** Where loading has failed. */
  readonly failure: { readonly isFetching: boolean; readonly refetch: () => unknown } | null;
  readonly onMenu?: OpenMessageMenu | undefined;
  readonly children?: ReactNode;
}

/** Messages of a past time, without those of hidden people. */
export function TimedLog(props: TimedLogProps) {
  const { messages: all, streamer, isFollowing, emptyText, failure, onMenu, children } = props;
  const { usernames } = useHiddenPeople();
  const messages = useMemo(() => withoutHidden(all, usernames), [all, usernames]);
  const reader = useSession()?.user.username;
  const appearance = useChatAppearance();
  const log = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  useLayoutEffect(() => {
    if (log.current && isFollowing && isAtEnd.current) log.current.scrollTop = log.current.scrollHeight;
  });
  return (
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
      {!failure && messages.length === 0 && emptyText && <p className="p-4 text-sm text-soft">{emptyText}</p>}
      <ol>
        {messages.map((message) => (
          <ChatLine
            key={message.id}
            message={message}
            time={appearance.time === 'none' ? '' : formatChatTime(message.timestamp, 0, 'clock')}
            isStreamer={message.username === streamer}
            reader={reader}
            onMenu={onMenu}
          />
        ))}
      </ol>
      {failure && (
        <div className="p-4 text-sm">
          <FailureLine title={t('chat.replayLoadFailed')} query={failure} />
        </div>
      )}
      {children}
    </div>
  );
}
