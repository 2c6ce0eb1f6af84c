import type { DueWork } from '../aws/table/due-queue.ts';
import type { ChatMessage } from '../../shared/community/chat.ts';
import type { RecordedPart } from '../../shared/videos/replays.ts';
import type { ChatStretch, SetLives } from '../channels/chat-stretch.ts';

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
    /** Oldest first; `next` is after, or before which message the reading goes on. */
    between(
      channelId: string,
      range: ChatRange,
    ): Promise<{ readonly messages: readonly ChatMessage[]; readonly next: string | null }>;
  };
}

export interface StretchesRepository extends DueWork<ChatStretch> {
  /** The longest due first. May be a moment old. */
  listDue(nowMs: number, limit: number): Promise<ChatStretch[]>;
}

export interface StretchesPorts {
  readonly stretches: StretchesRepository;
  readonly replays: { exists(id: string): Promise<boolean> };
  readonly chat: {
    clearedIdOf(channelId: string): Promise<string>;
    readonly setLives: SetLives;
  };
  readonly clock: () => number;
}
