import type { ChatMessage } from '../../shared/community/chat.ts';

/** A time of a chat of which it is to be settled whether its messages live on. In ms since 1970. */
export interface ChatStretch {
  readonly channelId: string;
  /** By where the authors were in the stream. */
  readonly fromMs: number;
  readonly untilMs: number;
  /** Beside which these may live; absent: beside none. */
  readonly videoId?: string;
  /** When the tick takes it up. */
  readonly dueMs: number;
}

/** How long messages of a time of a chat live. */
export interface MessageLives {
  /** By when they were written, in ms since 1970. */
  readonly fromMs: number;
  readonly untilMs: number;
  /** Which of them are concerned. */
  readonly isMeant: (message: Pick<ChatMessage, 'id' | 'timestamp' | 'shown_at'>) => boolean;
  /** Whether these live on, or expire as any others do. */
  readonly isKept: boolean;
  /** Whether more may be begun. */
  readonly hasTime: () => boolean;
}

/** Settles how long the messages of a channel's chat live; false where there was no time for all. */
export type SetLives = (channelId: string, lives: MessageLives) => Promise<boolean>;

/** Whoever looks one through is done within this time, before another may. */
export const STRETCH_LEASE_MS = 60_000;
