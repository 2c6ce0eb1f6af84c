/** Where in a replay something was said. Times in ms since 1970. Pure. */
import type { ChatMessage } from '../../../../../shared/chat.ts';
import type { RecordedPart } from '../../../../../shared/replays.ts';

/** When that was recorded which the video shows at a place. */
export function recordedAt(recorded: readonly RecordedPart[], placeS: number): number {
  const part = recorded.findLast(({ at_s }) => at_s <= placeS) ?? recorded[0];
  return part ? Date.parse(part.time) + Math.max(0, placeS - part.at_s) * 1000 : 0;
}

/** Where its author was. */
const saidAt = ({ shown_at, timestamp }: ChatMessage): number => Date.parse(shown_at ?? timestamp);

/** What was said by then, in the order in which the video comes to it. */
export const saidBy = (messages: readonly ChatMessage[], timeMs: number): readonly ChatMessage[] =>
  messages
    .filter((message) => saidAt(message) <= timeMs)
    .toSorted((a, b) => saidAt(a) - saidAt(b) || (a.id < b.id ? -1 : 1));

const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** The least ULID of a moment. */
export function firstIdAt(timeMs: number): string {
  let rest = Math.max(0, Math.floor(timeMs));
  let digits = '';
  for (let digit = 0; digit < 10; digit += 1) {
    digits = (DIGITS[rest % 32] ?? '0') + digits;
    rest = Math.floor(rest / 32);
  }
  return digits + '0'.repeat(16);
}
