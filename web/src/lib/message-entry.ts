/** What can be done with a message of a chat. Features give their own; a page puts them together. */
import type { ReactNode } from 'react';
import type { ChatMessage } from '../../../shared/community/chat.ts';

export interface MessageEntry {
  /** In a person's words: "Reply". */
  readonly label: string;
  readonly icon: ReactNode;
  readonly onSelect: (message: ChatMessage) => void;
  /** Whether it can be done with this message, by whoever looks at it. */
  readonly isVisibleFor: (message: ChatMessage) => boolean;
  /** It takes something away. */
  readonly isDestructive?: boolean;
}

/** Those that are shown of a message, in their order. */
export const visibleEntries = (entries: readonly MessageEntry[], message: ChatMessage): MessageEntry[] =>
  entries.filter(({ isVisibleFor: isVisible }) => isVisible(message));
