import { useHere } from '../../lib/hooks/browser-hooks.ts';
import { type ReactNode, useCallback, useId, useMemo, useRef, useState } from 'react';
import type { ChatMessage, Quote } from '../../../../shared/community/chat.ts';
import { onDemand } from '../../ui/on-demand.tsx';
import type { MessageEntry } from '../../lib/message-entry.ts';
import { paths } from '../../lib/paths.ts';
import { useSession } from '../../lib/api/session/session.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { useChatAppearance } from './appearance/chat-appearance.ts';
import { useCallSound } from './use-call-sound.ts';
import { ChatComposer } from './writing/chat-composer.tsx';
import type { GetPlayingDate } from './writing/use-send.ts';
import { ANY_TIME, type Turn } from './writing/slow-mode.tsx';
import { namesIn } from './writing/completion-list.tsx';
import { ChatLog } from './messages/chat-log.tsx';
import { PinnedMessage } from './messages/pinned-message.tsx';
import { withoutPeople } from './feed/chat-state.ts';
import { useChat } from './feed/use-chat.ts';
import { useChatScroll } from './messages/use-chat-scroll.ts';
import { useMessageMenu } from './messages/message-menu-button.tsx';
import { replyEntry } from './writing/reply-entry.tsx';
import { useKeyboardRoom } from './writing/use-keyboard-room.ts';
import { useNameKeys } from './messages/use-name-keys.ts';

const ChatTools = onDemand(() => import('./appearance/chat-tools.tsx'), 'ChatTools', { isOverlay: true });

interface ChatPanelProps {
  readonly channelId: string;
  readonly streamer: string;
  readonly entries?: readonly MessageEntry[];
  readonly tools?: ReactNode;
  /** When the visible picture was captured. @default no picture */
  readonly playingDate?: GetPlayingDate;
  readonly turn?: Turn;
  readonly pinned?: ChatMessage | null;
  /** Absent without permission. */
  readonly onUnpin?: (() => void) | undefined;
  /** Usernames whose messages are hidden. @default none */
  readonly hidden?: readonly string[];
  readonly isAlone?: boolean;
  /** Sets position and height; `--keyboard` is the height of the on-screen keyboard. */
  readonly className?: string;
}

const NO_PLAYING_DATE: GetPlayingDate = () => null;
const NO_ENTRIES: readonly MessageEntry[] = [];
const NO_HIDDEN_USERS: readonly string[] = [];

export function ChatPanel(props: ChatPanelProps) {
  const {
    channelId,
    streamer,
    entries = NO_ENTRIES,
    tools,
    pinned = null,
    onUnpin,
    hidden = NO_HIDDEN_USERS,
  } = props;
  const { turn = ANY_TIME, playingDate = NO_PLAYING_DATE, isAlone = false, className = '' } = props;
  const titleId = useId();
  const panel = useRef<HTMLElement>(null);
  useKeyboardRoom(panel);
  const session = useSession();
  const reader = session?.user.username;
  const appearance = useChatAppearance();
  const { state: whole, dispatch, older } = useChat(channelId);
  const state = useMemo(() => withoutPeople(whole, hidden), [whole, hidden]);
  const onScrolled = useCallback((isAtEnd: boolean) => dispatch({ type: 'scrolled', isAtEnd }), [dispatch]);
  const log = useRef<HTMLDivElement>(null);
  useNameKeys(log);
  const focusLog = useCallback(() => log.current?.focus({ preventScroll: true }), []);
  const [answering, setAnswering] = useState<Quote | null>(null);
  const isIn = reader !== undefined;
  const all = useMemo(() => [...(isIn ? [replyEntry(setAnswering)] : []), ...entries], [isIn, entries]);
  const menu = useMessageMenu(all);
  const scroll = useChatScroll(log, { onScrolled, onNearTop: older.loadByItself });
  useCallSound(state.messages, reader, appearance.hasSound);

  return (
    <aside
      ref={panel}
      aria-labelledby={titleId}
      className={`flex flex-col overflow-hidden border-line bg-surface ${isAlone ? '' : 'rounded-lg border'} ${className}`}
    >
      <header className="flex min-h-12 items-center justify-between border-b border-line pr-1 pl-4">
        <h2 id={titleId} className="text-sm font-semibold">
          Stream Chat
        </h2>
        <div className="flex items-center">
          {tools}
          <ChatTools appearance={appearance} streamer={streamer} isAlone={isAlone} />
        </div>
      </header>
      {pinned && !hidden.includes(pinned.username) && (
        <PinnedMessage
          key={pinned.id}
          message={pinned}
          reader={reader}
          onUnpin={onUnpin}
          onFocusLost={focusLog}
        />
      )}
      <ChatLog
        state={state}
        older={older}
        scroll={scroll}
        logRef={log}
        streamer={streamer}
        reader={reader}
        appearance={appearance}
        onMenu={menu.open}
      />
      {menu.menu}
      {session ? (
        <ChatComposer
          channelId={channelId}
          dispatch={dispatch}
          onSend={scroll.toEnd}
          names={() => namesIn(state.messages, { streamer, writer: reader })}
          answering={answering}
          onAnswered={() => setAnswering(null)}
          playingDate={playingDate}
          turn={turn}
        />
      ) : (
        <LogInToChat />
      )}
    </aside>
  );
}

function LogInToChat() {
  const here = useHere();
  return (
    <div className="border-t border-line p-3">
      <ButtonLink to={paths.login()} state={{ from: here }} variant="secondary" className="w-full">
        Log in to chat
      </ButtonLink>
    </div>
  );
}
