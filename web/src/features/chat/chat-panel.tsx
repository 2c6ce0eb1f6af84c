import { type RefObject, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react';
import type { Quote } from '#shared/community/chat.ts';
import { useCurrentPath } from '#web/lib/hooks/browser-hooks.ts';
import { withoutHidden } from '#web/lib/hooks/use-hidden-people.ts';
import { listen } from '#web/lib/listen.ts';
import { onDemand, overlayOnDemand } from '#web/ui/on-demand.tsx';
import type { MessageEntry } from '#web/lib/message-entry.ts';
import { paths } from '#web/lib/paths.ts';
import { useSession } from '#web/lib/api/session/session.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { useChatAppearance } from './appearance/chat-appearance.ts';
import { ChannelEmotes } from './emotes/channel-emotes.tsx';
import { ChatEntry } from './writing/chat-entry.tsx';
import type { GetPlayingDate } from './writing/use-send.ts';
import { namesIn } from './writing/completion.ts';
import { ChatLog } from './messages/chat-log.tsx';
import { isForReader } from './messages/message-text.tsx';
import { PinnedMessage } from './messages/pinned-message.tsx';
import type { ChatList } from './feed/chat-list.ts';
import { useRemovalToast } from './feed/use-removal-toast.ts';
import { useChat } from './feed/use-chat.ts';
import { useChatScroll } from './messages/use-chat-scroll.ts';
import { useMessageMenu } from './messages/message-menu-button.tsx';
import { replyEntry } from './writing/reply-entry.tsx';
import { useRoomTools } from './rooms/use-room-tools.tsx';
import { t } from '#web/lib/i18n/messages.ts';

const PollCard = onDemand(() => import('./polls/poll-card.tsx'), 'PollCard');
const ChatTools = overlayOnDemand(() => import('./appearance/chat-tools.tsx'), 'ChatTools');

interface ChatPanelProps {
  readonly channelId: string;
  readonly streamer: string;
  /** Further entries of a message's menu. Must be a stable array. */
  readonly entries: readonly MessageEntry[];
  /** When the visible picture was captured. @default no picture */
  readonly playingDate?: GetPlayingDate;
  readonly isAlone?: boolean;
  /** Sets position and height; `--keyboard` is the height of the on-screen keyboard. */
  readonly className?: string;
}

const NO_PLAYING_DATE: GetPlayingDate = () => null;

export function ChatPanel(props: ChatPanelProps) {
  const { channelId, streamer, entries } = props;
  const { playingDate = NO_PLAYING_DATE, isAlone = false, className = '' } = props;
  const titleId = useId();
  const panel = useRef<HTMLElement>(null);
  useKeyboardRoom(panel);
  const session = useSession();
  const reader = session?.user.username;
  const appearance = useChatAppearance();
  const { state: whole, dispatch, older } = useChat(channelId);
  const { hidden, pinned, poll, ...room } = useRoomTools(channelId, streamer);
  const state = useMemo(
    () => ({ ...whole, messages: withoutHidden(whole.messages, hidden) }),
    [whole, hidden],
  );
  const onScrolled = useCallback((isAtEnd: boolean) => dispatch({ type: 'scrolled', isAtEnd }), [dispatch]);
  const log = useRef<HTMLDivElement>(null);
  const focusLog = useCallback(() => log.current?.focus({ preventScroll: true }), []);
  const [answering, setAnswering] = useState<Quote | null>(null);
  const isIn = reader !== undefined;
  const menu = useMessageMenu(
    useMemo(
      () => [...(isIn ? [replyEntry(setAnswering)] : []), ...room.entries, ...entries],
      [isIn, room.entries, entries],
    ),
  );
  const scroll = useChatScroll(log, onScrolled, older.loadByItself);
  useCallSound(state.messages, reader, appearance.hasSound);
  useRemovalToast(channelId, reader, whole.messages);

  return (
    <aside
      ref={panel}
      data-side-chat
      aria-labelledby={titleId}
      className={`flex flex-col overflow-hidden border-line bg-surface ${isAlone ? '' : 'rounded-card border'} ${className}`}
    >
      <header className="flex min-h-12 items-center justify-between border-b border-line pe-1 ps-4">
        <h2 id={titleId} className="text-sm font-semibold">
          {t('chat.title')}
        </h2>
        <div className="flex items-center">
          {room.tools}
          <ChatTools appearance={appearance} streamer={streamer} isAlone={isAlone} />
        </div>
      </header>
      <ChannelEmotes channelId={channelId} isLive>
        {pinned && !hidden.includes(pinned.username) && (
          <PinnedMessage
            key={pinned.id}
            message={pinned}
            reader={reader}
            onUnpin={room.onUnpin}
            onFocusLost={focusLog}
          />
        )}
        {poll && !hidden.includes(poll.username) && (
          <PollCard key={poll.id} channelId={channelId} poll={poll} isModerator={room.role !== 'viewer'} />
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
        {room.dialogs}
        {session ? (
          <ChatEntry
            channelId={channelId}
            dispatch={dispatch}
            onSend={scroll.toEnd}
            names={() => namesIn(state.messages, { streamer, writer: reader, hidden })}
            answering={answering}
            onAnswered={() => setAnswering(null)}
            playingDate={playingDate}
            turn={room.turn}
            role={room.role}
            rules={room.rules}
          />
        ) : (
          <LogInToChat />
        )}
      </ChannelEmotes>
    </aside>
  );
}

function LogInToChat() {
  const here = useCurrentPath();
  return (
    <div className="border-t border-line p-3">
      <ButtonLink to={paths.login()} state={{ from: here }} variant="secondary" className="w-full">
        {t('chat.logInToChat')}
      </ButtonLink>
    </div>
  );
}

/** Plays a sound when another user mentions or answers the reader. Older messages are silent. */
function useCallSound(messages: ChatList, reader: string | undefined, hasSound: boolean): void {
  const lastId = useRef<string | null>(null);
  useEffect(() => {
    const last = messages.at(-1)?.id;
    if (last === undefined) return;
    const before = lastId.current;
    lastId.current = last;
    if (!hasSound || reader === undefined || before === null) return;
    const fresh = messages.slice(messages.findLastIndex(({ id }) => id <= before) + 1);
    if (!fresh.some((message) => isForReader(message, reader))) return;
    // Without the code there is no sound, but the message stands out.
    void import('./appearance/call-sound.ts').then(({ playCallSound }) => playCallSound()).catch(() => {});
  }, [messages, reader, hasSound]);
}

/** Browser bars change the height by less than this. */
const KEYBOARD_MIN_PX = 120;

/**
 * Sets `--keyboard` to the height of a phone's keyboard, which the layout ignores. Scrolls the element into view
 * while it has the focus.
 */
function useKeyboardRoom(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const viewport = window.visualViewport;
    if (!viewport) return;
    return listen(viewport, 'resize', () => {
      // Zooming reduces the viewport without a keyboard.
      const coveredPx = viewport.scale > 1.05 ? 0 : window.innerHeight - viewport.height;
      const isOpen = coveredPx >= KEYBOARD_MIN_PX;
      element.current?.style.setProperty('--keyboard', isOpen ? `${Math.round(coveredPx)}px` : '0px');
      if (isOpen && element.current?.contains(document.activeElement)) {
        element.current.scrollIntoView({ block: 'start' });
      }
    });
  }, [element]);
}
