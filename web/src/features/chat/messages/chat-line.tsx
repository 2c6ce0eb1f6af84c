import { memo } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../../lib/paths.ts';
import { LinkedText } from '../../../ui/linked-text.tsx';
import { MessageMenuButton, menuKeys } from './message-menu-button.tsx';
import { nameColour } from './name-colour.ts';
import type { OpenMessageMenu } from './use-message-menu.tsx';

interface ChatLineProps {
  readonly id: string;
  readonly username: string;
  readonly message: string;
  readonly timestamp: string;
  /** How long ago that was: "2m ago". */
  readonly time: string;
  /** From the one whose channel it is. */
  readonly isStreamer: boolean;
  /** On its way to the server. */
  readonly isPending?: boolean;
  /** Absent where there is nothing to do with messages. */
  readonly onMenu?: OpenMessageMenu | undefined;
}

/** One message: who, when, what (specification §2, Channel). Drawn again only when one of these changes. */
export const ChatLine = memo(function ChatLine(props: ChatLineProps) {
  const { id, username, message, timestamp, time, isStreamer, isPending = false, onMenu } = props;
  return (
    <li
      data-id={id}
      {...menuKeys}
      className={`group relative px-4 py-1.5 text-sm ${isPending ? 'opacity-60' : ''}`}
    >
      <p className="flex items-baseline gap-2">
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
        {isStreamer && (
          <span className="shrink-0 self-center rounded-sm bg-accent-dim px-1.5 text-xs font-semibold text-accent">
            Streamer
          </span>
        )}
        <time dateTime={timestamp} className="shrink-0 text-xs text-soft">
          {time}
        </time>
      </p>
      {onMenu && !isPending && (
        <MessageMenuButton message={{ id, username, message, timestamp }} onOpen={onMenu} />
      )}
      <p dir="auto" className="overflow-clip wrap-anywhere">
        <LinkedText text={message} />
      </p>
    </li>
  );
});
