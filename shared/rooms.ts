/** The chat of a channel as a place with rules. Not in the specification. */
import type { ChatMessage } from './chat.ts';

export interface ChatRoom {
  /** How long each has to wait between two messages; 0: not at all. */
  readonly slow_mode_s: number;
  readonly followers_only: boolean;
  readonly links_allowed: boolean;
  readonly pinned: ChatMessage | null;
  /** Their usernames. */
  readonly moderators: readonly string[];
}
