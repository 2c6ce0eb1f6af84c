import { type ReactNode, useCallback, useId, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import type { MessageEntry } from '../../lib/message-entry.ts';
import { paths } from '../../lib/paths.ts';
import { useSession } from '../../lib/api/session/session.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { ChatComposer } from './writing/chat-composer.tsx';
import { ChatLog } from './messages/chat-log.tsx';
import { useChat } from './messages/use-chat.ts';
import { useChatScroll } from './messages/use-chat-scroll.ts';
import { useMessageMenu } from './messages/use-message-menu.tsx';
import { useKeyboardRoom } from './writing/use-keyboard-room.ts';
import { useNameKeys } from './messages/use-name-keys.ts';

interface ChatPanelProps {
  readonly channelId: string;
  /** The username of the one whose channel it is. */
  readonly streamer: string;
  /** What can be done with a message. @default nothing */
  readonly entries?: readonly MessageEntry[];
  /** Beside the title. */
  readonly tools?: ReactNode;
  /** Sets place and height; `--keyboard` is the height that a keyboard on the screen takes away. */
  readonly className?: string;
}

const NO_ENTRIES: readonly MessageEntry[] = [];

/** "Stream Chat": specification §2 (Channel). Keyed by the channel. */
export function ChatPanel(props: ChatPanelProps) {
  const { channelId, streamer, entries = NO_ENTRIES, tools, className = '' } = props;
  const titleId = useId();
  const panel = useRef<HTMLElement>(null);
  useKeyboardRoom(panel);
  const session = useSession();
  const { state, dispatch, older } = useChat(channelId);
  const onScrolled = useCallback((isAtEnd: boolean) => dispatch({ type: 'scrolled', isAtEnd }), [dispatch]);
  const log = useRef<HTMLDivElement>(null);
  useNameKeys(log);
  const menu = useMessageMenu(entries);
  const scroll = useChatScroll(log, { onScrolled, onNearTop: older.loadByItself });

  return (
    <aside
      ref={panel}
      aria-labelledby={titleId}
      className={`flex flex-col overflow-hidden rounded-lg border border-line bg-surface ${className}`}
    >
      <div className="flex min-h-11 items-center justify-between border-b border-line px-4">
        <h2 id={titleId} className="text-sm font-semibold">
          Stream Chat
        </h2>
        {tools}
      </div>
      <ChatLog
        state={state}
        older={older}
        scroll={scroll}
        logRef={log}
        streamer={streamer}
        onMenu={menu.open}
      />
      {menu.menu}
      {session ? (
        <ChatComposer channelId={channelId} dispatch={dispatch} onSend={scroll.toEnd} />
      ) : (
        <LogInToChat />
      )}
    </aside>
  );
}

function LogInToChat() {
  const { pathname } = useLocation();
  return (
    <div className="border-t border-line p-3">
      <ButtonLink to={paths.login()} state={{ from: pathname }} variant="secondary" className="w-full">
        Log in to chat
      </ButtonLink>
    </div>
  );
}
