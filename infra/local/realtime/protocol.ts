/**
 * The protocol of AppSync Events. Source: AWS AppSync Events Developer Guide, "Understanding the Event API WebSocket
 * protocol", "Publish events via HTTP" and "AWS AppSync Events quotas".
 */

export const SUBPROTOCOL = 'aws-appsync-event-ws';
/** A client closes a connection on which it has received nothing for this long. */
export const CONNECTION_TIMEOUT_MS = 300_000;
export const KEEP_ALIVE_MS = 60_000;

/** Maximum number of events in one publish request. */
export const MAX_EVENTS = 5;
/** Maximum size of one event, and of all events in one publish request. */
export const MAX_EVENT_BYTES = 240 * 1024;
/** Per connection. */
export const MAX_SUBSCRIPTIONS = 100;

/** An error in AppSync's format: `status` over HTTP, `{ errorType, message }` in both protocols. */
export class EventsError extends Error {
  override readonly name = 'EventsError';
  readonly errorType: string;
  readonly status: number;

  constructor(errorType: string, message: string, status = 400) {
    super(message);
    this.errorType = errorType;
    this.status = status;
  }
}

export const unauthorized = (): EventsError =>
  new EventsError('UnauthorizedException', 'You are not authorized to make this call.', 401);

export const badRequest = (message: string): EventsError => new EventsError('BadRequestException', message);

/** Returns the `errors` of a message or body. Rethrows other errors. */
export function errorsOf(error: unknown): { readonly errorType: string; readonly message: string }[] {
  if (!(error instanceof EventsError)) throw error;
  return [{ errorType: error.errorType, message: error.message }];
}
