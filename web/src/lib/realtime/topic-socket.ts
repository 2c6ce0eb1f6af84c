/**
 * Subscribes to topics of AppSync Events over one socket: docs/decisions/realtime-events.md.
 * Source: AWS AppSync Events Developer Guide, "Understanding the Event API WebSocket protocol".
 */
import type { Realtime } from '#shared/live/realtime.ts';
import { createDeferred } from '../async/deferred.ts';
import { callAll } from '../async/emitter.ts';
import { endAll, listen } from '../listen.ts';
import type { SocketHandlers } from './topics.ts';

const SUBPROTOCOL = 'aws-appsync-event-ws';
/** From the request to the answer, and for the socket to open. */
const ANSWER_MAX_MS = 15_000;
/** AppSync sends `ka` each minute. */
const SILENCE_MAX_MS = 75_000;

/** What AppSync sends. */
interface Message {
  readonly type: string;
  readonly id?: string;
  /** JSON. */
  readonly event?: string;
  readonly errors?: readonly { readonly errorType?: string }[];
}

interface Subscription extends SocketHandlers {
  readonly request: object;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

let current: TopicSocket | null = null;

/**
 * Subscribes over the page's socket, which opens with the first subscription and closes with the last. Returns how to
 * unsubscribe. Rejects if AppSync refuses or does not answer. After `onBroken`, the next subscription opens a new socket.
 */
export function subscribeToTopic(
  { endpoint }: Realtime,
  { topic, pass }: { readonly topic: string; readonly pass: string },
  handlers: SocketHandlers,
): Promise<() => void> {
  current ??= new TopicSocket(endpoint, pass, () => {
    current = null;
  });
  return current.subscribe(topic, pass, handlers);
}

class TopicSocket {
  readonly #host: string;
  readonly #socket: WebSocket;
  readonly #subscriptions = new Map<string, Subscription>();
  readonly #onClosed: () => void;
  readonly #stopListening: () => void;
  #isAcknowledged = false;
  #subscribed = 0;
  #silence: ReturnType<typeof setTimeout> | undefined;

  constructor(endpoint: string, pass: string, onClosed: () => void) {
    this.#host = new URL(endpoint).host;
    this.#onClosed = onClosed;
    this.#socket = new WebSocket(socketUrl(endpoint), [
      SUBPROTOCOL,
      `header-${base64Url(this.#authorization(pass))}`,
    ]);
    this.#stopListening = endAll([
      listen(this.#socket, 'open', () => this.#send({ type: 'connection_init' })),
      listen(this.#socket, 'message', ({ data }: MessageEvent<string>) => this.#receive(JSON.parse(data))),
      listen(this.#socket, 'close', this.#close),
      // `npm run smoke` subscribes in Node.
      ...(typeof window === 'undefined' ? [] : [listen(window, 'offline', this.#close)]),
    ]);
  }

  async subscribe(channel: string, pass: string, handlers: SocketHandlers): Promise<() => void> {
    this.#subscribed += 1;
    const id = String(this.#subscribed);
    const { promise, resolve, reject } = createDeferred();
    const request = { type: 'subscribe', id, channel, authorization: this.#authorization(pass) };
    this.#subscriptions.set(id, { ...handlers, request, resolve, reject });
    if (this.#isAcknowledged) this.#send(request);
    const late = setTimeout(() => reject(new Error('AppSync does not answer')), ANSWER_MAX_MS);
    const unsubscribe = (): void => this.#unsubscribe(id);
    try {
      await promise;
    } catch (error) {
      unsubscribe();
      throw error;
    } finally {
      clearTimeout(late);
    }
    return unsubscribe;
  }

  #unsubscribe(id: string): void {
    if (!this.#subscriptions.delete(id)) return;
    if (this.#subscriptions.size === 0) this.#close();
    else if (this.#isAcknowledged) this.#send({ type: 'unsubscribe', id });
  }

  #receive({ type, id = '', event = 'null', errors }: Message): void {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(this.#close, SILENCE_MAX_MS);
    const subscription = this.#subscriptions.get(id);
    if (type === 'connection_ack') this.#acknowledge();
    else if (type === 'connection_error') this.#close();
    else if (type === 'subscribe_success') subscription?.resolve();
    else if (type === 'subscribe_error') subscription?.reject(new Error(errors?.[0]?.errorType ?? type));
    else if (type === 'data') subscription?.onEvent(JSON.parse(event));
  }

  #acknowledge(): void {
    this.#isAcknowledged = true;
    for (const { request } of this.#subscriptions.values()) this.#send(request);
  }

  /** Does not wait for the server, because a lost network reports the end late. */
  readonly #close = (): void => {
    clearTimeout(this.#silence);
    this.#stopListening();
    this.#socket.close();
    this.#onClosed();
    const subscriptions = [...this.#subscriptions.values()];
    this.#subscriptions.clear();
    callAll(subscriptions, ({ reject, onBroken }) => {
      reject(new Error('The socket is closed'));
      onBroken();
    });
  };

  #send(message: object): void {
    this.#socket.send(JSON.stringify(message));
  }

  readonly #authorization = (pass: string) => ({ host: this.#host, Authorization: pass });
}

/** AppSync has another host for sockets; one machine has one for both. */
const socketUrl = (endpoint: string): string =>
  `${endpoint.replace(/^https:/, 'wss:').replace('.appsync-api.', '.appsync-realtime-api.')}/realtime`;

const base64Url = (value: object): string =>
  btoa(JSON.stringify(value)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
