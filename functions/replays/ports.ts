import type { ChatMessage } from '../../shared/chat.ts';
import type { RecordedPart } from '../../shared/replays.ts';

/** A replay, as far as what was said beside it is found by it. */
export interface RecordedReplay {
  readonly channelId: string;
  /** At least one, in order. */
  readonly recorded: readonly [RecordedPart, ...RecordedPart[]];
  readonly durationS: number;
}

/** A piece of a chat, by ids. */
export interface ChatRange {
  /** Of messages written then or later, and then or before. In ms since 1970. */
  readonly fromMs: number;
  readonly untilMs: number;
  readonly after?: string | undefined;
  /** The last ones before this one, in place of the first. */
  readonly before?: string | undefined;
  readonly limit: number;
}

export interface ReplaysPorts {
  readonly replays: {
    /** `null` where there is none, or the caller may not know of it. */
    find(id: string, callerId: string | undefined): Promise<RecordedReplay | null>;
  };
  readonly chat: {
    /** Oldest first. */
    between(
      channelId: string,
      range: ChatRange,
    ): Promise<{ readonly messages: readonly ChatMessage[]; readonly hasMore: boolean }>;
  };
}
