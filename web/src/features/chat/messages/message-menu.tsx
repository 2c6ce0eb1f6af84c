import { useEffect, useId, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import type { ChatMessage } from '#shared/community/chat.ts';
import { listen } from '#web/lib/listen.ts';
import type { MessageEntry } from '#web/lib/message-entry.ts';
import { moveByMenuKey } from '#web/ui/overlays/menu.tsx';
import { t } from '#web/lib/i18n/messages.ts';
import { isRightToLeft } from '#web/lib/i18n/direction.ts';

interface MessageMenuProps {
  readonly message: ChatMessage;
  readonly entries: readonly MessageEntry[];
  readonly opener: HTMLElement;
  readonly onClose: () => void;
}

/** The gap between the list, its button and the edge of the window. */
const GAP_PX = 4;

const ITEM =
  'flex w-full items-center gap-2.5 rounded-md px-3 py-2 text-start text-sm hover:bg-raised focus:bg-raised pointer-coarse:min-h-11 [&_svg]:size-4 [&_svg]:shrink-0';

export function MessageMenu({ message, entries, opener, onClose }: MessageMenuProps) {
  const list = useRef<HTMLDivElement>(null);
  const titleId = useId();
  useLayoutEffect(() => {
    if (!list.current) return;
    placeBeside(list.current, opener);
    list.current.querySelector('button')?.focus({ preventScroll: true });
  }, [opener]);
  // Closes, because the list would no longer be beside its message.
  useEffect(() => listen(window, 'resize', onClose), [onClose]);

  const close = () => {
    onClose();
    opener.focus({ preventScroll: true });
  };
  const select = (entry: MessageEntry) => {
    close();
    entry.onSelect(message);
  };
  return createPortal(
    <>
      {/* A press outside only closes the menu. */}
      <div aria-hidden="true" className="fixed inset-0 z-40" onClick={close} />
      <div
        ref={list}
        role="menu"
        aria-labelledby={titleId}
        tabIndex={-1}
        onKeyDown={(event) =>
          moveByMenuKey(event, {
            items: [...event.currentTarget.querySelectorAll<HTMLElement>('button')],
            onClose: close,
          })
        }
        className="fixed z-50 max-h-[calc(100dvh-1rem)] w-60 animate-rise overflow-y-auto rounded-lg border border-line bg-surface p-1 shadow-xl shadow-black/40"
      >
        <p id={titleId} className="truncate px-3 py-1.5 text-xs text-soft">
          {t('chat.messageFrom', { username: message.username })}
        </p>
        {entries.map((entry) => (
          <button
            key={entry.label}
            type="button"
            role="menuitem"
            tabIndex={-1}
            onClick={() => select(entry)}
            className={`${ITEM} ${entry.isDestructive ? 'text-danger' : ''}`}
          >
            {entry.icon}
            {entry.label}
          </button>
        ))}
      </div>
    </>,
    // Inside a landmark, because screen readers hardly find content outside of all landmarks.
    opener.closest('main') ?? document.body,
  );
}

/** Positions the list below the button, or above it if there is more room, within the window. */
function placeBeside(
  { offsetWidth: width, offsetHeight: height, style }: HTMLElement,
  opener: HTMLElement,
): void {
  const { top, bottom, left, right } = opener.getBoundingClientRect();
  const isBelow = bottom + GAP_PX + height <= window.innerHeight || top < window.innerHeight - bottom;
  const wanted = isBelow ? bottom + GAP_PX : top - GAP_PX - height;
  const within = (value: number, most: number) => Math.max(GAP_PX, Math.min(value, most - GAP_PX));
  style.top = `${within(wanted, window.innerHeight - height)}px`;
  style.left = `${within(isRightToLeft ? left : right - width, window.innerWidth - width)}px`;
}
