import { type ReactNode, useCallback, useState } from 'react';
import type { ChatMessage } from '../../../../../shared/community/chat.ts';
import { type MessageEntry, visibleEntries } from '../../../lib/message-entry.ts';
import { onDemand } from '../../../ui/on-demand.tsx';

const MessageMenu = onDemand(() => import('./message-menu.tsx'), 'MessageMenu', { isOverlay: true });

export type OpenMessageMenu = (message: ChatMessage, opener: HTMLElement) => void;

/** The shared menu of a log. Without entries there is none. */
export function useMessageMenu(entries: readonly MessageEntry[]): {
  readonly open: OpenMessageMenu | undefined;
  readonly menu: ReactNode;
} {
  const [opened, setOpened] = useState<{ message: ChatMessage; opener: HTMLElement } | null>(null);
  const open = useCallback<OpenMessageMenu>((message, opener) => setOpened({ message, opener }), []);
  const close = useCallback(() => setOpened(null), []);
  const visible = opened ? visibleEntries(entries, opened.message) : [];
  const menu = opened && visible.length > 0 && <MessageMenu {...opened} entries={visible} onClose={close} />;
  return { open: entries.length > 0 ? open : undefined, menu };
}
