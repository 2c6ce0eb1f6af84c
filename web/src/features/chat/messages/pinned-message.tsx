import { ChevronDown, Pin, PinOff } from 'lucide-react';
import { type RefObject, useId, useLayoutEffect, useRef, useState } from 'react';
import type { ChatMessage } from '#shared/community/chat.ts';
import { IconButton } from '#web/ui/button.tsx';
import { MessageText } from './message-text.tsx';
import { textOf } from './message-words.ts';
import { t } from '#web/lib/i18n/messages.ts';

interface PinnedMessageProps {
  readonly message: ChatMessage;
  readonly reader: string | undefined;
  readonly onUnpin: (() => void) | undefined;
  /** The message disappeared while it had the focus. Must be a stable function. */
  readonly onFocusLost: () => void;
}

/** The message above the chat, which expands. Key it by the message. */
export function PinnedMessage(props: PinnedMessageProps) {
  const { message: chatMessage, reader, onUnpin, onFocusLost } = props;
  const { username, action } = chatMessage;
  const text = textOf(chatMessage);
  const [isOpen, setIsOpen] = useState(false);
  const textId = useId();
  const section = useFocusLost(onFocusLost);
  return (
    <section
      ref={section}
      aria-label={t('chat.pinnedMessage')}
      className="border-b border-line bg-raised text-sm"
    >
      <div className="flex items-center pe-1">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={textId}
          onClick={() => setIsOpen(!isOpen)}
          className="flex min-h-control-md min-w-0 flex-1 items-center gap-2 rounded-md pe-2 ps-4 text-start -outline-offset-2"
        >
          <Pin aria-hidden="true" className="size-3.5 shrink-0 text-soft" />
          <span className="min-w-0 flex-1 truncate">
            <span className="sr-only">{t('chat.pinnedPrefix')} </span>
            <bdi className="font-semibold">{username}</bdi> {!isOpen && <span dir="auto">{text}</span>}
          </span>
          <ChevronDown
            aria-hidden="true"
            className={`size-4 shrink-0 text-soft ${isOpen ? 'rotate-180' : ''}`}
          />
        </button>
        {onUnpin && (
          <IconButton label={t('chat.unpin')} onClick={onUnpin}>
            <PinOff className="size-4" />
          </IconButton>
        )}
      </div>
      <div
        id={textId}
        hidden={!isOpen}
        // Makes a long text scrollable by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="max-h-40 overflow-y-auto px-4 pb-2.5 -outline-offset-2"
      >
        <p dir="auto" className="wrap-anywhere">
          <MessageText text={text} reader={reader} isAction={action} />
        </p>
      </div>
    </section>
  );
}

/** Calls `onLost` if the element unmounts while it has the focus. */
function useFocusLost(onLost: () => void): RefObject<HTMLElement | null> {
  const element = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const own = element.current;
    return () => {
      if (own?.contains(document.activeElement)) onLost();
    };
  }, [onLost]);
  return element;
}
