import { timingSafeEqual } from 'node:crypto';

/** A connection that events are handed to. */
export interface Subscriber {
  deliver(channel: readonly string[], event: string): void;
  keepAlive(): void;
}

/** What the HTTP side and the sockets share. */
export interface RealtimeContext {
  readonly apiKey: string;
  readonly namespaces: ReadonlySet<string>;
  readonly sessions: Set<Subscriber>;
}

/** True for the API's key. */
export function isApiKey({ apiKey }: RealtimeContext, given: unknown): boolean {
  if (typeof given !== 'string' || given.length !== apiKey.length) return false;
  return timingSafeEqual(Buffer.from(apiKey), Buffer.from(given.replaceAll(/[^\x20-\x7e]/g, '?')));
}

/** Hands events, in their order, to everybody who has subscribed. */
export function broadcast(
  { sessions }: RealtimeContext,
  channel: readonly string[],
  events: readonly string[],
): void {
  for (const event of events) for (const session of sessions) session.deliver(channel, event);
}
