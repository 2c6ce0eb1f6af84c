/** Recent events, because an HTTP cache may return an older state. */
import type { ChannelEvent } from '#shared/live/channel-events.ts';
import { knownAfterMs, OF_A_CHANNEL } from '#shared/plain/freshness.ts';

/** The state after an event; the same object if unaffected. */
export type ApplyEvent<T> = (state: T, event: ChannelEvent) => T;

export interface RecentEvent {
  readonly event: ChannelEvent;
  readonly atMs: number;
}

export const recentEvents = new Map<string, readonly RecentEvent[]>();

/** Applies the events that a response may lack; `requestedMs` is the request time. */
export const withRecentEvents = <T>(
  channelId: string,
  response: T,
  applyEvent: ApplyEvent<T>,
  requestedMs = Date.now(),
): T =>
  (recentEvents.get(channelId) ?? [])
    .filter(({ atMs }) => atMs > requestedMs - FRESH_AFTER_MS)
    .reduce((state, { event }) => applyEvent(state, event), response);

/** Fetches and applies the events that a cached response may lack. */
export async function fetchFresh<T>(
  fetch: () => Promise<T>,
  channelOf: (response: T) => string,
  applyEvent: ApplyEvent<T>,
): Promise<T> {
  const requestedMs = Date.now();
  const response = await fetch();
  return withRecentEvents(channelOf(response), response, applyEvent, requestedMs);
}

/** Varies an interval by up to a third, so that pages do not request at once. */
export const jittered = (ms: number): number => ms * (2 / 3 + (Math.random() * 2) / 3);

/** The poll interval without a socket: 15 to 30 s, constant per page. */
export const POLL_MS = 15_000 + Math.random() * 15_000;

/** After this time, no HTTP cache returns an older channel, chat or room. */
export const FRESH_AFTER_MS = knownAfterMs(OF_A_CHANNEL);
