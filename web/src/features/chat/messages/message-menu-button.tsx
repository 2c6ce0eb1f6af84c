import { EllipsisVertical } from 'lucide-react';
import { type FocusEvent, useCallback, useState } from 'react';
import type { ChatMessage } from '#shared/community/chat.ts';
import type { MessageEntry } from '#web/lib/message-entry.ts';
import { overlayOnDemand } from '#web/ui/on-demand.tsx';
import { t } from '#web/lib/i18n/messages.ts';

interface MessageMenuButtonProps {
  readonly message: ChatMessage;
  readonly onOpen: OpenMessageMenu;
  /** While it is sent. */
  readonly disabled: boolean;
}

/**
 * The menu button of a line (`group`, with `menuKeys`): visible on hover and focus, and always on touch screens. Tab
 * reaches it only from its line, because a log would have as many tab stops as lines.
 */
export function MessageMenuButton({ message, onOpen, disabled }: MessageMenuButtonProps) {
  return (
    <button
      type="button"
      tabIndex={-1}
      data-menu
      disabled={disabled}
      aria-haspopup="menu"
      aria-label={t('chat.messageActions', { username: message.username })}
      title={t('chat.more')}
      onClick={({ currentTarget }) => onOpen(message, currentTarget)}
      className="absolute top-0.5 end-2 inline-flex size-7 items-center justify-center rounded-md border border-line bg-raised text-soft opacity-0 group-hover:opacity-100 group-focus-within:opacity-100 hover:text-ink focus-visible:opacity-100 pointer-coarse:-top-1.5 pointer-coarse:end-0 pointer-coarse:size-11 pointer-coarse:border-transparent pointer-coarse:bg-transparent pointer-coarse:opacity-70"
    >
      <EllipsisVertical aria-hidden="true" className="size-4" />
    </button>
  );
}

const setTab = ({ currentTarget }: FocusEvent<HTMLElement>, tabIndex: number): void => {
  const button = currentTarget.querySelector<HTMLElement>('[data-menu]');
  if (button) button.tabIndex = tabIndex;
};

/** Props of a line. Makes its button a tab stop while the line has the focus. */
export const menuKeys = {
  onFocus: (event: FocusEvent<HTMLElement>) => setTab(event, 0),
  onBlur: (event: FocusEvent<HTMLElement>) => setTab(event, -1),
};

const MessageMenu = overlayOnDemand(() => import('./message-menu.tsx'), 'MessageMenu');

export type OpenMessageMenu = (message: ChatMessage, opener: HTMLElement) => void;

/** The shared menu of a log. Without entries there is none. */
export function useMessageMenu(entries: readonly MessageEntry[]) {
  const [opened, setOpened] = useState<{ message: ChatMessage; opener: HTMLElement } | null>(null);
  const open = useCallback<OpenMessageMenu>((message, opener) => setOpened({ message, opener }), []);
  const close = useCallback(() => setOpened(null), []);
  const visible = opened ? entries.filter(({ isVisibleFor }) => isVisibleFor(opened.message)) : [];
  const menu = opened && visible.length > 0 && <MessageMenu {...opened} entries={visible} onClose={close} />;
  return { open: entries.length > 0 ? open : undefined, menu };
}
