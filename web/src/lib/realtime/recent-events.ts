/** Recent events of channels: an HTTP cache may still answer with a state from before them. */
import type { ChannelEvent } from '../../../../shared/live/channel-events.ts';
import { knownAfterMs, OF_A_CHANNEL } from '../../../../shared/plain/freshness.ts';

/** The state after an event; the same object if the event does not concern it. */
export type ApplyEvent<T> = (state: T, event: ChannelEvent) => T;

export interface RecentEvent {
  readonly event: ChannelEvent;
  readonly atMs: number;
}

/** By channel id, oldest first. */
export const recentEvents = new Map<string, readonly RecentEvent[]>();

/** A response about a channel with the events that it may lack; `requestedMs` is when it was requested. */
export const withRecentEvents = <T>(
  channelId: string,
  response: T,
  applyEvent: ApplyEvent<T>,
  requestedMs = Date.now(),
): T =>
  (recentEvents.get(channelId) ?? [])
    .filter(({ atMs }) => atMs > requestedMs - FRESH_AFTER_MS)
    .reduce((state, { event }) => applyEvent(state, event), response);

/** Fetches something about a channel and applies the events that a cached response may lack. */
export async function fetchFresh<T>(
  fetch: () => Promise<T>,
  channelOf: (response: T) => string,
  applyEvent: ApplyEvent<T>,
): Promise<T> {
  const requestedMs = Date.now();
  const response = await fetch();
  return withRecentEvents(channelOf(response), response, applyEvent, requestedMs);
}

/** Varies an interval by up to a third, so that many pages do not request in the same moment. */
export const jittered = (ms: number): number => ms * (2 / 3 + (Math.random() * 2) / 3);

/** How often to poll without a socket: 15 to 30 s, constant for one page. */
export const POLL_MS = 15_000 + Math.random() * 15_000;

/** No HTTP cache answers with an older state of a channel, its chat or its room after this time. */
export const FRESH_AFTER_MS = knownAfterMs(OF_A_CHANNEL);
