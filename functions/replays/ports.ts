import type { ChatMessage } from '../../shared/community/chat.ts';
import type { ChatPage, ChatRange } from '../chat/index.ts';
import type { RecordedPart } from '../../shared/videos/replays.ts';

/** A replay, as far as what was said beside it is found by it. */
export interface RecordedReplay {
  readonly channelId: string;
  /** At least one, in order. */
  readonly recorded: readonly [RecordedPart, ...RecordedPart[]];
  readonly durationS: number;
}

export interface ReplaysPorts {
  readonly replays: {
    /** `null` where there is none, or the caller may not know of it. */
    find(id: string, callerId: string | undefined): Promise<RecordedReplay | null>;
  };
  readonly chat: {
    between(channelId: string, range: ChatRange): Promise<ChatPage<ChatMessage>>;
  };
}
