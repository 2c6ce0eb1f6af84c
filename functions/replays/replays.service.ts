import type { ChatMessage } from '../../shared/community/chat.ts';
import { VISIBLE_DELAY_MAX_MS } from '../../shared/limits.ts';
import type { RecordedPart, ReplayChat } from '../../shared/videos/replays.ts';
import { notFound } from '../base/errors.ts';
import { recordedRange } from '../videos/index.ts';
import { isWithinBroadcast, type ChatPage, type ChatRange } from '../chat/index.ts';

export interface RecordedReplay {
  readonly channelId: string;
  /** At least one, in order. */
  readonly recorded: readonly [RecordedPart, ...RecordedPart[]];
  readonly durationS: number;
}

export interface ReplaysPorts {
  readonly replays: {
    /** `null` when there is none, or the caller may not see it. */
    find(id: string, callerId: string | undefined): Promise<RecordedReplay | null>;
  };
  readonly chat: {
    between(channelId: string, range: ChatRange): Promise<ChatPage<ChatMessage>>;
  };
}

interface Part {
  readonly limit: number;
  readonly after?: string | undefined;
  readonly before?: string | undefined;
}

/**
 * The chat during a replay, for those who may see the replay. Reads the chat itself, so that removed messages are
 * missing here too. Throws `not_found`.
 */
export async function replayChat(
  { replays, chat }: ReplaysPorts,
  callerId: string | undefined,
  { id, ...part }: Part & { readonly id: string },
): Promise<ReplayChat> {
  const replay = await replays.find(id, callerId);
  if (!replay) throw notFound('Replay');
  const { fromMs, untilMs } = recordedRange(replay.recorded, replay.durationS);
  // Viewers see the end with a delay, and write about it after it is over.
  const range = { fromMs, untilMs: untilMs + VISIBLE_DELAY_MAX_MS, ...part };
  const { messages, next } = await chat.between(replay.channelId, range);
  const there = messages.filter((message) => isWithinBroadcast({ fromMs, untilMs }, message));
  return { recorded: [...replay.recorded], messages: there, next };
}
