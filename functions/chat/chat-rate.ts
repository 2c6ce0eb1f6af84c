import { SLOW_MODE_MAX_S } from '#shared/limits.ts';

export interface RateLimit {
  readonly messages: number;
  readonly windowMs: number;
}

/** Allowed at `atMs`, with the send times to store; or refused. */
type RateCheck =
  | { readonly atMs: number; readonly sentMs: readonly number[] }
  | { readonly retryAfterMs: number };

/** Times in ms, ascending. `atMs` is later than the previous message, even if a server's clock is behind. */
export function checkRate(sentMs: readonly number[], nowMs: number, limit: RateLimit): RateCheck {
  const recent = sentMs.filter((timeMs) => timeMs > nowMs - limit.windowMs);
  const blocking = recent.at(-limit.messages);
  if (blocking !== undefined && recent.length >= limit.messages) {
    return { retryAfterMs: blocking + limit.windowMs - nowMs };
  }
  const atMs = Math.max(nowMs, (sentMs.at(-1) ?? 0) + 1);
  return { atMs, sentMs: [...recent, atMs].slice(-limit.messages) };
}

/** Adds a send time, and drops those that slow mode no longer needs. */
export function withLatest(
  roomsMs: Readonly<Record<string, number>>,
  channelId: string,
  atMs: number,
): Readonly<Record<string, number>> {
  const recent = Object.entries(roomsMs).filter(([, ms]) => ms > atMs - SLOW_MODE_MAX_S * 1000);
  return { ...Object.fromEntries(recent), [channelId]: atMs };
}
