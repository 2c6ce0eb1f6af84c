import { SLOW_MODE_MAX_S } from '../../shared/limits.ts';

/** A person may write `messages` messages in any `windowMs`. */
export interface RateLimit {
  readonly messages: number;
  readonly windowMs: number;
}

/** Allowed at `atMs`, with the send times to store; or refused for `retryAfterMs`. */
export type RateCheck =
  | { readonly atMs: number; readonly sentMs: readonly number[] }
  | { readonly retryAfterMs: number };

/**
 * Decides whether a person may write now, by the times of their latest messages (ms since 1970, ascending). The time of
 * the new message is always later than the previous one, whatever the servers' clocks, so that a person's messages stay
 * in the order of writing.
 */
export function checkRate(sentMs: readonly number[], nowMs: number, limit: RateLimit): RateCheck {
  const recent = sentMs.filter((timeMs) => timeMs > nowMs - limit.windowMs);
  const blocking = recent.at(-limit.messages);
  if (blocking !== undefined && recent.length >= limit.messages) {
    return { retryAfterMs: blocking + limit.windowMs - nowMs };
  }
  const atMs = Math.max(nowMs, (sentMs.at(-1) ?? 0) + 1);
  return { atMs, sentMs: [...recent, atMs].slice(-limit.messages) };
}

/** The latest message in each chat, including this one, without those that slow mode no longer needs. */
export function withLatest(
  roomsMs: Readonly<Record<string, number>>,
  channelId: string,
  atMs: number,
): Readonly<Record<string, number>> {
  const recent = Object.entries(roomsMs).filter(([, ms]) => ms > atMs - SLOW_MODE_MAX_S * 1000);
  return { ...Object.fromEntries(recent), [channelId]: atMs };
}
