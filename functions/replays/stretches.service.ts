/** How long messages live: what stands beside a replay for as long as it is there. */
import { SHOWN_BEHIND_MAX_MS } from '../../shared/limits.ts';
import { eachAtOnce } from '../base/at-once.ts';
import { STRETCH_LEASE_MS, type ChatStretch, type MessageLives } from '../channels/chat-stretch.ts';
import type { StretchesPorts } from './ports.ts';
import { standsIn } from './replay-place.ts';

/** Stretches of one run; what is more waits for the next minute. */
const MAX_STRETCHES = 20;
const AT_ONCE = 2;
/** So long messages are changed; the Lambda has a minute, for others too. */
const WORK_MS = 20_000;

/**
 * Takes up the stretches that are due: has messages beside a replay live on, and those of one that is gone, or that were
 * cleared away, expire. Whether a replay is there is looked at now, so that it does not matter in what order things came.
 */
export async function settleStretches(ports: StretchesPorts): Promise<void> {
  const due = await ports.stretches.listDue(ports.clock(), MAX_STRETCHES);
  const failed = (count: number): string => `${count} stretches of chats could not be looked through`;
  await eachAtOnce(due, { atOnce: AT_ONCE, failed }, (stretch) => settle(ports, stretch));
}

async function settle(ports: StretchesPorts, known: ChatStretch): Promise<void> {
  const { stretches, chat, clock } = ports;
  const claimed = await stretches.claim(known, clock() + STRETCH_LEASE_MS);
  if (!claimed) return;
  const stopMs = clock() + WORK_MS;
  const hasTime = (): boolean => clock() < stopMs;
  if (await chat.setLives(known.channelId, { ...(await livesOf(ports, known)), hasTime }))
    await stretches.remove(claimed);
}

async function livesOf(
  { replays, chat }: StretchesPorts,
  stretch: ChatStretch,
): Promise<Omit<MessageLives, 'hasTime'>> {
  const { channelId, fromMs, untilMs, videoId } = stretch;
  if (videoId === undefined) return { fromMs, untilMs, isKept: false, isMeant: () => true };
  const isKept = await replays.exists(videoId);
  const clearedId = isKept ? await chat.clearedIdOf(channelId) : '';
  return {
    fromMs,
    untilMs: untilMs + SHOWN_BEHIND_MAX_MS,
    isKept,
    isMeant: (message) => message.id > clearedId && standsIn(stretch, message),
  };
}
