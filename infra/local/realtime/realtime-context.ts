import type { AuthorizerEvent, AuthorizerResult } from '#functions/realtime/listening.handlers.ts';

/** Calls the authoriser Lambda. */
export type Authorize = (event: AuthorizerEvent) => Promise<AuthorizerResult>;

/** A connection that receives events. */
export interface Subscriber {
  /** `event` is a JSON string, encoded once for all subscribers. */
  deliver(channel: readonly string[], event: string): void;
  keepAlive(): void;
}

/** State that the HTTP API and the sockets share. */
export interface RealtimeContext {
  readonly authorize: Authorize;
  readonly namespaces: ReadonlySet<string>;
  readonly sessions: Set<Subscriber>;
}

/** Delivers events in order to all subscribers. */
export function broadcast(
  { sessions }: RealtimeContext,
  channel: readonly string[],
  events: readonly string[],
): void {
  for (const event of events.map((event) => JSON.stringify(event)))
    for (const session of sessions) session.deliver(channel, event);
}
