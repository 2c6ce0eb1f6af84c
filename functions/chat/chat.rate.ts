import { SLOW_MODE_MAX_S } from '../../shared/limits.ts';

/** A person may write `messages` messages in any `windowMs`. */
export interface RateLimit {
  readonly messages: number;
  readonly windowMs: number;
}

/** The message may be written as of `atMs`, and `sentMs` is what to remember; or not before `retryAfterMs` is over. */
export type Turn =
  | { readonly atMs: number; readonly sentMs: readonly number[] }
  | { readonly retryAfterMs: number };

/**
 * Decides whether a person may write now, by when they wrote their latest messages (ms since 1970, ascending). The
 * time that a message gets is later than that of the one before, whatever the clocks of those who ask: so a person's
 * messages stay in the order of writing.
 */
export function takeTurn(sentMs: readonly number[], nowMs: number, limit: RateLimit): Turn {
  const recent = sentMs.filter((timeMs) => timeMs > nowMs - limit.windowMs);
  const blocking = recent.at(-limit.messages);
  if (blocking !== undefined && recent.length >= limit.messages) {
    return { retryAfterMs: blocking + limit.windowMs - nowMs };
  }
  const atMs = Math.max(nowMs, (sentMs.at(-1) ?? 0) + 1);
  return { atMs, sentMs: [...recent, atMs].slice(-limit.messages) };
}

/** When somebody wrote last in each chat, with this message; forgets what is longer ago than slow mode reaches. */
export function lastMsOf(
  roomsMs: Readonly<Record<string, number>>,
  channelId: string,
  atMs: number,
): Readonly<Record<string, number>> {
  const recent = Object.entries(roomsMs).filter(([, ms]) => ms > atMs - SLOW_MODE_MAX_S * 1000);
  return { ...Object.fromEntries(recent), [channelId]: atMs };
}
