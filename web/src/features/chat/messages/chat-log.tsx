import { ArrowDown } from 'lucide-react';
import { type RefObject, useEffect, useId } from 'react';
import { useNow, useOnline } from '#web/lib/hooks/browser-hooks.ts';
import { listen } from '#web/lib/listen.ts';
import { serverTime } from '#web/lib/server-clock.ts';
import { Button } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/states/loading.tsx';
import { ChatLine } from './chat-line.tsx';
import { type ChatState, hasUnseen } from '../feed/chat-state.ts';
import { type ChatAppearance, formatChatTime, SIZES } from '../appearance/chat-appearance.ts';
import type { OlderMessages } from '../feed/use-chat.ts';
import type { OpenMessageMenu } from './message-menu-button.tsx';
import type { ChatScroll } from './use-chat-scroll.ts';
import { t } from '#web/lib/i18n/messages.ts';
import { ARROW_BACK, ARROW_FORWARD } from '#web/lib/i18n/direction.ts';

const CLOCK_MS = 15_000;

interface ChatLogProps {
  readonly state: ChatState;
  readonly older: OlderMessages;
  readonly scroll: ChatScroll;
  readonly logRef: RefObject<HTMLDivElement | null>;
  readonly streamer: string;
  readonly reader: string | undefined;
  readonly appearance: ChatAppearance;
  readonly onMenu?: OpenMessageMenu | undefined;
}

export function ChatLog(props: ChatLogProps) {
  const { state, older, scroll, logRef, appearance, onMenu } = props;
  const hintId = useId();
  const isOnline = useOnline();
  const { status, messages, pending, isCutOff } = state;
  useEffect(
    () => (logRef.current ? listen(logRef.current, 'keydown', moveBetweenNames) : undefined),
    [logRef],
  );
  const isEmpty = messages.length === 0 && pending.length === 0;
  return (
    <div className="relative min-h-0 flex-1">
      <div
        ref={logRef}
        onScroll={scroll.onScroll}
        role="log"
        aria-label={t('chat.log')}
        aria-describedby={hintId}
        // Screen readers do not announce older messages.
        aria-busy={status === 'loading' || older.isLoading}
        // Makes it scrollable by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className={`flex h-full flex-col overflow-x-hidden overflow-y-auto py-2 -outline-offset-2 [overflow-anchor:none] ${SIZES[appearance.size]}`}
      >
        <p id={hintId} hidden>
          {onMenu ? t('chat.keysHintWithMenu') : t('chat.keysHint')}
        </p>
        {status === 'loading' && <LoadingLines />}
        {status === 'failed' && isEmpty && <Note title={t('chat.loadFailed')} text={t('chat.retrying')} />}
        {status === 'ready' && isEmpty && <Note title={t('chat.empty')} text={t('chat.emptyHint')} />}
        {older.isPossible && <OlderButton older={older} />}
        <Lines {...props} />
      </div>
      <p role="status" className="pointer-events-none absolute inset-x-0 top-0 text-center text-xs">
        {isCutOff && isOnline && status === 'ready' && (
          <span className="mt-2 inline-block rounded-full border border-line bg-raised px-3 py-1 text-soft shadow-popup">
            {t('chat.reconnecting')}
          </span>
        )}
      </p>
      {hasUnseen(state) && (
        <Button
          size="sm"
          shape="pill"
          onClick={scroll.toEnd}
          className="absolute bottom-3 left-1/2 -translate-x-1/2 shadow-popup"
        >
          <ArrowDown className="size-4" />
          {t('chat.newMessages')}
        </Button>
      )}
    </div>
  );
}

/** Arrow keys move between names. From the log itself, back goes to the last one. */
function moveBetweenNames(event: KeyboardEvent): void {
  const log = event.currentTarget as HTMLElement;
  const names = [...log.querySelectorAll<HTMLElement>('[data-name]')];
  const at = names.findIndex((name) => name === event.target);
  const next =
    at === -1
      ? { [ARROW_BACK]: names.at(-1) }
      : { [ARROW_BACK]: names[at - 1], [ARROW_FORWARD]: names[at + 1] };
  const name = next[event.key as keyof typeof next];
  if (!name) return;
  event.preventDefault();
  name.focus();
}

function Lines({ state, streamer, reader, appearance, onMenu }: ChatLogProps) {
  const now = serverTime(useNow(CLOCK_MS));
  const timeOf = ({ timestamp }: { readonly timestamp: string }) =>
    formatChatTime(timestamp, now, appearance.time);
  const lines = [
    ...state.messages.map((message) => ({
      key: state.sentKeys[message.id] ?? message.id,
      message,
      isPending: false,
    })),
    ...state.pending.map(({ key, ...message }) => ({
      key,
      message: { ...message, id: key },
      isPending: true,
    })),
  ];
  const common = (username: string) => ({ reader, onMenu, isStreamer: username === streamer });
  return (
    // Few messages stay at the bottom, next to the field.
    <ol
      className={`mt-auto [&>li]:[contain-intrinsic-size:auto_3.25rem] ${state.leftAt === null ? FAR_LINES_UNPAINTED : ''}`}
    >
      {lines.map(({ key, message, isPending }) => (
        <ChatLine
          key={key}
          message={message}
          isPending={isPending}
          time={timeOf(message)}
          {...common(message.username)}
        />
      ))}
    </ol>
  );
}

/**
 * Skips painting lines far above while the reader is at the end, because each new line moves all others. Page search
 * and screen readers still find them.
 */
const FAR_LINES_UNPAINTED = '[&>li:nth-last-child(n+41)]:[content-visibility:auto]';

function OlderButton({ older }: { readonly older: OlderMessages }) {
  return (
    <div className="flex justify-center p-2">
      <Button variant="ghost" size="sm" onClick={older.load} busy={older.isLoading}>
        {t('chat.olderMessages')}
      </Button>
    </div>
  );
}

function LoadingLines() {
  return (
    <div className="mt-auto space-y-4 px-4 py-2">
      <p role="status" className="sr-only">
        {t('common.loading')}
      </p>
      {['w-4/5', 'w-3/5', 'w-11/12', 'w-2/5'].map((width) => (
        <div key={width} className="space-y-2">
          <Skeleton className="h-3 w-24" />
          <Skeleton className={`h-3 ${width}`} />
        </div>
      ))}
    </div>
  );
}

function Note({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <div className="m-auto px-4 py-8 text-center text-sm">
      <p className="font-semibold">{title}</p>
      <p className="mt-1 text-soft">{text}</p>
    </div>
  );
}
