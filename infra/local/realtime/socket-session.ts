import type { RawData, WebSocket } from 'ws';
import { authorize, tokenIn } from './authorization.ts';
import { parseSubscription, matchesSubscription } from './channels.ts';
import {
  badRequest,
  CONNECTION_TIMEOUT_MS,
  errorsOf,
  EventsError,
  MAX_SUBSCRIPTIONS,
  unauthorized,
} from './protocol.ts';
import type { RealtimeContext, Subscriber } from './realtime-context.ts';

interface ClientMessage {
  readonly type?: unknown;
  readonly id?: unknown;
  readonly channel?: unknown;
  readonly authorization?: Readonly<Record<string, unknown>>;
}

export interface Handshake {
  /** Decoded headers of the `header-…` subprotocol. */
  readonly subprotocolHeaders: Readonly<Record<string, unknown>>;
  /** Headers of the request itself. */
  readonly requestHeaders: Readonly<Record<string, string>>;
}

/** One client's connection: authorised by its `header-…` subprotocol, then again for each subscription. */
export class SocketSession implements Subscriber {
  readonly #socket: WebSocket;
  readonly #context: RealtimeContext;
  readonly #handshake: Handshake;
  readonly #subscriptions = new Map<string, readonly string[]>();
  #isAcknowledged = false;
  /** Messages are answered in order. */
  #answered = Promise.resolve();

  constructor(socket: WebSocket, context: RealtimeContext, handshake: Handshake) {
    this.#socket = socket;
    this.#context = context;
    this.#handshake = handshake;
    socket.on('message', (data, isBinary) => {
      this.#answered = this.#answered.then(() => this.#receive(data, isBinary));
    });
  }

  keepAlive(): void {
    if (this.#isAcknowledged) this.#send({ type: 'ka' });
  }

  /** Sends an event once per matching subscription. */
  deliver(channel: readonly string[], event: string): void {
    for (const [id, subscription] of this.#subscriptions) {
      if (matchesSubscription(channel, subscription))
        this.#socket.send(`{"type":"data","id":${JSON.stringify(id)},"event":${event}}`);
    }
  }

  async #receive(data: RawData, isBinary: boolean): Promise<void> {
    const message = isBinary ? undefined : parse(String(data));
    switch (message?.type) {
      case 'connection_init':
        return this.#connect();
      case 'subscribe':
        return this.#answer(message, 'subscribe', () => this.#subscribe(message));
      case 'unsubscribe':
        return this.#answer(message, 'unsubscribe', () => this.#unsubscribe(message));
      case 'publish':
        // Publishing needs IAM, and the only client with such a role publishes over HTTP.
        return this.#answer(message, 'publish', () => {
          throw unauthorized();
        });
      default: {
        const error = new EventsError('UnsupportedOperation', 'Operation not supported');
        this.#send({ type: 'error', errors: errorsOf(error) });
      }
    }
  }

  async #connect(): Promise<void> {
    const { subprotocolHeaders, requestHeaders } = this.#handshake;
    try {
      // AppSync identifies the API by `host`, so it is required.
      if (typeof subprotocolHeaders['host'] !== 'string') throw unauthorized();
      await authorize(this.#context, { token: tokenIn(subprotocolHeaders), requestHeaders });
    } catch (error) {
      this.#send({ type: 'connection_error', errors: errorsOf(error) });
      this.#socket.close(4401, 'Unauthorized');
      return;
    }
    this.#isAcknowledged = true;
    this.#send({ type: 'connection_ack', connectionTimeoutMs: CONNECTION_TIMEOUT_MS });
    this.keepAlive();
  }

  /** Sends `…_success` when `work` succeeds, `…_error` when it throws. */
  async #answer({ id }: ClientMessage, operation: string, work: () => Promise<void> | void): Promise<void> {
    try {
      if (!this.#isAcknowledged) throw unauthorized();
      await work();
      this.#send({ type: `${operation}_success`, id });
    } catch (error) {
      this.#send({ type: `${operation}_error`, id, errors: errorsOf(error) });
    }
  }

  async #subscribe({ id, channel: path, authorization }: ClientMessage): Promise<void> {
    if (typeof id !== 'string' || id === '' || id.length > 128) throw badRequest('Invalid id');
    const channel = parseSubscription(path, this.#context.namespaces);
    const { requestHeaders } = this.#handshake;
    await authorize(this.#context, { token: tokenIn(authorization), channel, requestHeaders });
    if (this.#subscriptions.has(id)) {
      throw new EventsError('DuplicatedOperationError', `Duplicated operation id ${id}`);
    }
    if (this.#subscriptions.size >= MAX_SUBSCRIPTIONS) {
      throw new EventsError('MaxSubscriptionsReachedError', 'Max number of subscriptions reached', 429);
    }
    this.#subscriptions.set(id, channel);
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
