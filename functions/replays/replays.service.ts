import type { ChatMessage } from '../../shared/chat.ts';
import { SHOWN_BEHIND_MAX_MS } from '../../shared/limits.ts';
import type { ReplayChat } from '../../shared/replays.ts';
import { notFound } from '../base/errors.ts';
import type { RecordedReplay, ReplaysPorts } from './ports.ts';

interface Part {
  readonly limit: number;
  readonly after?: string | undefined;
  readonly before?: string | undefined;
}

/**
 * What was said while a broadcast was live, for whoever may see its replay. It is read out of the chat itself: what was
 * removed there, or went with an account, is not here either. Throws `not_found`.
 */
export async function replayChat(
  { replays, chat }: ReplaysPorts,
  callerId: string | undefined,
  { id, ...part }: Part & { readonly id: string },
): Promise<ReplayChat> {
  const replay = await replays.find(id, callerId);
  if (!replay) throw notFound('Replay');
  const { fromMs, untilMs } = timeOf(replay);
  // Of its end its viewers talk when it is over, as they see it later.
  const range = { fromMs, untilMs: untilMs + SHOWN_BEHIND_MAX_MS, ...part };
  const { messages, hasMore } = await chat.between(replay.channelId, range);
  const isOfReplay = (message: ChatMessage): boolean => {
    const placeMs = Date.parse(message.shown_at ?? message.timestamp);
    return placeMs >= fromMs && placeMs <= untilMs;
  };
  return { recorded: [...replay.recorded], messages: messages.filter(isOfReplay), has_more: hasMore };
}

function timeOf({ recorded, durationS }: RecordedReplay) {
  const [first] = recorded;
  const last = recorded.at(-1) ?? first;
  const restS = Math.max(0, durationS - last.at_s);
  return { fromMs: Date.parse(first.time), untilMs: Date.parse(last.time) + restS * 1000 };
}
