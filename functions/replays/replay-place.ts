/** Where messages stand beside a replay. Pure. */
import type { ChatMessage } from '../../shared/community/chat.ts';

interface Stretch {
  readonly fromMs: number;
  readonly untilMs: number;
}

/** Whether its author was there, else whether it was written then. */
export function standsIn(
  { fromMs, untilMs }: Stretch,
  { shown_at, timestamp }: Pick<ChatMessage, 'shown_at' | 'timestamp'>,
): boolean {
  const placeMs = Date.parse(shown_at ?? timestamp);
  return placeMs >= fromMs && placeMs <= untilMs;
}
