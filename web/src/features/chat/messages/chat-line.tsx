import { CornerUpLeft } from 'lucide-react';
import { memo } from 'react';
import { Link } from 'react-router-dom';
import type { ChatMessage } from '../../../../../shared/community/chat.ts';
import { paths } from '../../../lib/paths.ts';
import { ChatBadges } from './chat-badges.tsx';
import { isForReader } from './is-for-reader.ts';
import { MessageMenuButton, menuKeys } from './message-menu-button.tsx';
import { MessageText } from './message-text.tsx';
import { nameColour } from './name-colour.ts';
import type { OpenMessageMenu } from './use-message-menu.tsx';

interface ChatLineProps {
  readonly message: ChatMessage;
  /** When that was, as the reader wants to be told: "2m ago". Empty: not at all. */
  readonly time: string;
  /** From the one whose channel it is. */
  readonly isStreamer: boolean;
  /** Who reads it, if they are signed in. */
  readonly reader: string | undefined;
  /** On its way to the server. */
  readonly isPending?: boolean;
  /** Absent where there is nothing to do with messages. */
  readonly onMenu?: OpenMessageMenu | undefined;
}

/** One message: who, when, what (specification §2, Channel). Drawn again only when one of these changes. */
export const ChatLine = memo(function ChatLine(props: ChatLineProps) {
  const { message: said, time, isStreamer, reader, isPending = false, onMenu } = props;
  const { id, username, message, timestamp, reply_to, badges = [] } = said;
  const isForMe = isForReader(said, reader);
  return (
    <li
      data-id={id}
      data-for-reader={isForMe || undefined}
      {...menuKeys}
      className={`group relative border-l-2 py-1.5 pr-4 pl-3.5 ${isForMe ? 'border-accent bg-accent-dim' : 'border-transparent'} ${isPending ? 'opacity-60' : ''}`}
    >
      {reply_to && <Answered quote={reply_to} />}
      {/* The menu's button lies over the end of the line. */}
      <p className={`flex items-baseline gap-2 ${onMenu ? 'pr-8 pointer-coarse:pr-10' : ''}`}>
        <Link
          to={paths.channel(username)}
          // A log of fifty names would be fifty stops on the way to the field: the arrows lead from one to the next.
          tabIndex={-1}
          data-name
          className="min-w-0 truncate rounded-sm font-semibold hover:underline"
          style={{ color: nameColour(username) }}
        >
          {username}
        </Link>
        <ChatBadges badges={isStreamer ? STREAMER : badges} />
        {time !== '' && (
          <time dateTime={timestamp} className="shrink-0 text-xs text-soft">
            {time}
          </time>
        )}
      </p>
      {onMenu && !isPending && <MessageMenuButton message={said} onOpen={onMenu} />}
      <p dir="auto" className="overflow-clip wrap-anywhere">
        <MessageText text={message} reader={reader} />
      </p>
    </li>
  );
});

const STREAMER = ['streamer'] as const;

/** What the message answers, in one line. */
const Answered = ({
  quote: { username, message },
}: {
  readonly quote: NonNullable<ChatMessage['reply_to']>;
}) => (
  <p className="flex items-center gap-1 text-xs text-soft">
    <CornerUpLeft aria-hidden="true" className="size-3 shrink-0" />
    <span className="sr-only">Answers</span>
    <span className="truncate">
      <b className="font-semibold">{username}</b> <span dir="auto">{message}</span>
    </span>
  </p>
);
