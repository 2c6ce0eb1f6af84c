import type { AuthorizerEvent, AuthorizerResult } from '#functions/realtime/listening.handlers.ts';

/** Asks the Lambda that decides who listens. */
export type Authorize = (event: AuthorizerEvent) => Promise<AuthorizerResult>;

/** A connection that events are handed to. */
export interface Subscriber {
  /** `event` is the JSON of a string: the same one for all. */
  deliver(channel: readonly string[], event: string): void;
  keepAlive(): void;
}

/** What the HTTP side and the sockets share. */
export interface RealtimeContext {
  readonly authorize: Authorize;
  readonly namespaces: ReadonlySet<string>;
  readonly sessions: Set<Subscriber>;
}

/** Hands events, in their order, to everybody who has subscribed. */
export function broadcast(
  { sessions }: RealtimeContext,
  channel: readonly string[],
  events: readonly string[],
): void {
  for (const event of events.map((event) => JSON.stringify(event)))
    for (const session of sessions) session.deliver(channel, event);
}
