/** Where in a replay something was said. Times in ms since 1970. Pure. */
import type { ChatMessage } from '../../../../../shared/community/chat.ts';
import type { RecordedPart } from '../../../../../shared/videos/replays.ts';

/** When that was recorded which the video shows at a place. */
export function recordedAt(recorded: readonly RecordedPart[], placeS: number): number {
  const part = recorded.findLast(({ at_s }) => at_s <= placeS) ?? recorded[0];
  return part ? Date.parse(part.time) + Math.max(0, placeS - part.at_s) * 1000 : 0;
}

/** A message and where its author was. */
interface TimedMessage {
  readonly message: ChatMessage;
  readonly atMs: number;
}

/** Messages in the order in which the video comes to them. Sorted once: a place is looked at twice a second. */
export const toTimedMessages = (messages: readonly ChatMessage[]): readonly TimedMessage[] =>
  messages
    .map((message) => ({ message, atMs: Date.parse(message.shown_at ?? message.timestamp) }))
    .toSorted((a, b) => a.atMs - b.atMs || (a.message.id < b.message.id ? -1 : 1));

/** What was said by then, the last `max` of it. */
export function messagesUntil(
  timed: readonly TimedMessage[],
  timeMs: number,
  max = Infinity,
): readonly ChatMessage[] {
  const last = timed.findLastIndex(({ atMs }) => atMs <= timeMs);
  return timed.slice(Math.max(0, last + 1 - max), last + 1).map(({ message }) => message);
}

const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const TIME_DIGITS = 10;

/** The least ULID of a moment. */
export function firstIdAt(timeMs: number): string {
  let rest = Math.max(0, Math.floor(timeMs));
  let digits = '';
  for (let digit = 0; digit < TIME_DIGITS; digit += 1) {
    digits = (DIGITS[rest % 32] ?? '0') + digits;
    rest = Math.floor(rest / 32);
  }
  return digits + '0'.repeat(16);
}

/** When a ULID was made. */
export const timeOfId = (id: string): number =>
  Array.from(id.slice(0, TIME_DIGITS)).reduce((ms, digit) => ms * 32 + DIGITS.indexOf(digit), 0);
