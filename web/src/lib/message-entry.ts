/** An entry of a message menu. Features provide entries; a page combines them. */
import type { ReactNode } from 'react';
import type { ChatMessage } from '#shared/community/chat.ts';

export interface MessageEntry {
  readonly label: string;
  readonly icon: ReactNode;
  readonly onSelect: (message: ChatMessage) => void;
  /** Whether the current user may use it on this message. */
  readonly isVisibleFor: (message: ChatMessage) => boolean;
  readonly isDestructive?: boolean;
}
