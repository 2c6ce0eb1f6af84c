import type { RawData, WebSocket } from 'ws';
import { parseSubscription, reaches } from './channels.ts';
import {
  badRequest,
  CONNECTION_TIMEOUT_MS,
  errorsOf,
  EventsError,
  MAX_SUBSCRIPTIONS,
  unauthorized,
} from './protocol.ts';
import { isApiKey, type RealtimeContext, type Subscriber } from './realtime.context.ts';

interface ClientMessage {
  readonly type?: unknown;
  readonly id?: unknown;
  readonly channel?: unknown;
  readonly authorization?: Readonly<Record<string, unknown>>;
}

/** One client's connection: authorised by its `header-…` subprotocol, then by each subscription once more. */
export class SocketSession implements Subscriber {
  readonly #socket: WebSocket;
  readonly #context: RealtimeContext;
  readonly #isAuthorized: boolean;
  readonly #subscriptions = new Map<string, readonly string[]>();
  #isAcknowledged = false;

  constructor(socket: WebSocket, context: RealtimeContext, headers: Readonly<Record<string, unknown>>) {
    this.#socket = socket;
    this.#context = context;
    // AppSync finds the API by `host`; it may not be missing.
    this.#isAuthorized = typeof headers['host'] === 'string' && isApiKey(context, headers['x-api-key']);
    socket.on('message', (data, isBinary) => this.#receive(data, isBinary));
  }

  keepAlive(): void {
    if (this.#isAcknowledged) this.#send({ type: 'ka' });
  }

  /** Sends an event once for each subscription that it reaches. */
  deliver(channel: readonly string[], event: string): void {
    for (const [id, subscription] of this.#subscriptions) {
      if (reaches(channel, subscription)) this.#send({ type: 'data', id, event });
    }
  }

  #receive(data: RawData, isBinary: boolean): void {
    const message = isBinary ? undefined : parse(String(data));
    switch (message?.type) {
      case 'connection_init':
        return this.#connect();
      case 'subscribe':
        return this.#answer(message, 'subscribe', () => this.#subscribe(message));
      case 'unsubscribe':
        return this.#answer(message, 'unsubscribe', () => this.#unsubscribe(message));
      case 'publish':
        // Publishing is for IAM, and the only client that has such a role publishes over HTTP.
        return this.#answer(message, 'publish', () => {
          throw unauthorized();
        });
      default: {
        const error = new EventsError('UnsupportedOperation', 'Operation not supported');
        this.#send({ type: 'error', errors: errorsOf(error) });
      }
    }
  }

  #connect(): void {
    if (!this.#isAuthorized) {
      this.#send({ type: 'connection_error', errors: errorsOf(unauthorized()) });
      this.#socket.close(4401, 'Unauthorized');
      return;
    }
    this.#isAcknowledged = true;
    this.#send({ type: 'connection_ack', connectionTimeoutMs: CONNECTION_TIMEOUT_MS });
    this.keepAlive();
  }

  /** `…_success` when `work` goes well, `…_error` with the refusal otherwise. */
  #answer({ id }: ClientMessage, operation: string, work: () => void): void {
    try {
      if (!this.#isAcknowledged) throw unauthorized();
      work();
      this.#send({ type: `${operation}_success`, id });
    } catch (error) {
      this.#send({ type: `${operation}_error`, id, errors: errorsOf(error) });
    }
  }

  #subscribe({ id, channel, authorization }: ClientMessage): void {
    if (typeof id !== 'string' || id === '' || id.length > 128) throw badRequest('Invalid id');
    const subscription = parseSubscription(channel, this.#context.namespaces);
    if (!isApiKey(this.#context, authorization?.['x-api-key'])) throw unauthorized();
    if (this.#subscriptions.has(id)) {
      throw new EventsError('DuplicatedOperationError', `Duplicated operation id ${id}`);
    }
    if (this.#subscriptions.size >= MAX_SUBSCRIPTIONS) {
      throw new EventsError('MaxSubscriptionsReachedError', 'Max number of subscriptions reached', 429);
    }
    this.#subscriptions.set(id, subscription);
  }

  #unsubscribe({ id }: ClientMessage): void {
    if (typeof id !== 'string' || !this.#subscriptions.delete(id)) {
      throw new EventsError('UnknownOperationError', `Unknown operation id ${String(id)}`);
    }
  }

  #send(message: object): void {
    this.#socket.send(JSON.stringify(message));
  }
}

function parse(text: string): ClientMessage | undefined {
  try {
    const message: unknown = JSON.parse(text);
    return typeof message === 'object' && message !== null ? message : undefined;
  } catch {
    return undefined;
  }
}
