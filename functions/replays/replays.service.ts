import type { ChatMessage } from '#shared/community/chat.ts';
import { VISIBLE_DELAY_MAX_MS } from '#shared/limits.ts';
import type { ReplayChat } from '#shared/videos/replays.ts';
import { requireFound } from '#functions/base/errors.ts';
import { isWithinBroadcast, type ChatPage, type ChatRange } from '#functions/chat/index.ts';
import { type findRecordedReplay, recordedRange } from '#functions/videos/index.ts';

export interface ReplaysDeps {
  /** `null` when there is none, or the caller may not see it. */
  readonly findReplay: (id: string, callerId: string | undefined) => ReturnType<typeof findRecordedReplay>;
  readonly listMessages: (channelId: string, range: ChatRange) => Promise<ChatPage<ChatMessage>>;
}

/**
 * The chat during a replay, for those who may see the replay. Reads the chat itself, so that removed messages are
 * missing here too. Throws `not_found`.
 */
export async function replayChat(
  { findReplay, listMessages }: ReplaysDeps,
  callerId: string | undefined,
  { id, ...part }: Omit<ChatRange, 'fromMs' | 'untilMs'> & { readonly id: string },
): Promise<ReplayChat> {
  const { channelId, recorded, durationS } = requireFound(await findReplay(id, callerId), 'replay');
  const { fromMs, untilMs } = recordedRange(recorded, durationS);
  // Viewers see the end with a delay, and write about it afterwards.
  const range = { fromMs, untilMs: untilMs + VISIBLE_DELAY_MAX_MS, ...part };
  const { messages, next } = await listMessages(channelId, range);
  const visible = messages.filter((message) => isWithinBroadcast({ fromMs, untilMs }, message));
  return { recorded: [...recorded], messages: visible, next };
}
