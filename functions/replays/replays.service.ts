import { SHOWN_BEHIND_MAX_MS } from '../../shared/limits.ts';
import type { ReplayChat } from '../../shared/videos/replays.ts';
import { notFound } from '../base/errors.ts';
import { recordedRange } from '../videos/index.ts';
import type { ReplaysPorts } from './ports.ts';
import { isWithinBroadcast } from '../chat/index.ts';

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
  const { fromMs, untilMs } = recordedRange(replay.recorded, replay.durationS);
  // Of its end its viewers talk when it is over, as they see it later.
  const range = { fromMs, untilMs: untilMs + SHOWN_BEHIND_MAX_MS, ...part };
  const { messages, next } = await chat.between(replay.channelId, range);
  const there = messages.filter((message) => isWithinBroadcast({ fromMs, untilMs }, message));
  return { recorded: [...replay.recorded], messages: there, next };
}
