/** Messages by the time of the picture that their authors saw. Pure. Times in ms since 1970. */
import type { ChatMessage } from '#shared/community/chat.ts';

/** How much of the chat before a position is loaded after a seek. */
export const LEAD_MS = 30_000;
/** Messages may belong to earlier positions than their time, as viewers lag behind. */
export const AHEAD_MS = 45_000;
export const FAR_MS = 60_000;
export const MAX_VISIBLE = 200;

type TimedMessage = ReturnType<typeof toTimedMessages>[number];

/** Sorts the messages by the capture time of the picture that their authors saw: once, because the position is read twice a second. */
export const toTimedMessages = (messages: readonly ChatMessage[]) =>
  messages
    .map((message) => ({ message, atMs: Date.parse(message.shown_at ?? message.timestamp) }))
    .toSorted((a, b) => a.atMs - b.atMs || (a.message.id < b.message.id ? -1 : 1));

/** The last `max` messages up to a time. */
export function messagesUntil(
  timed: readonly TimedMessage[],
  timeMs: number,
  max = Infinity,
): readonly ChatMessage[] {
  const last = timed.findLastIndex(({ atMs }) => atMs <= timeMs);
  return timed.slice(Math.max(0, last + 1 - max), last + 1).map(({ message }) => message);
}
