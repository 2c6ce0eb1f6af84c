/**
 * A local push service for Firefox: its WebSocket protocol for browsers, and its HTTP endpoints for sites. Source:
 * Mozilla Push Service ("autopush") documentation, "Push Service WebSocket Protocol" and "HTTP Endpoints".
 */
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { WebSocketServer, type WebSocket } from 'ws';
import { listen } from '#infra/local/system/listen.ts';
import type { FirefoxSettings } from '../firefox.ts';
import { readPush } from './push-rules.ts';

const SUBPROTOCOL = 'push-notification';
/** Code of an acknowledgement after a page's worker handled the push. */
const DELIVERED = 100;

export interface FirefoxPushService {
  readonly origin: string;
  /** Settings that make Firefox use it. */
  readonly settings: FirefoxSettings;
  /** Violations in requests of sites, and failures of workers; empty in a correct run. */
  readonly refused: readonly string[];
  /** Current number of subscriptions. */
  readonly subscriptions: number;
  /** Number of pushes that a worker received. */
  readonly delivered: number;
  /** Delivers the last push again, like a service that missed its acknowledgement. */
  repeat(): void;
  /** Forgets every browser and closes its connection: its subscriptions are gone when it reconnects. */
  forget(): void;
  close(): Promise<void>;
}

interface Subscription {
  readonly socket: WebSocket;
  readonly applicationServerKey: string;
}

/** A message of a browser. */
interface Said {
  readonly messageType?: 'hello' | 'register' | 'unregister' | 'ack' | 'nack' | 'broadcast_subscribe';
  readonly channelID?: string;
  /** The sender's key in base64url with padding. */
  readonly key?: string;
  readonly uaid?: string;
  readonly updates?: readonly { readonly code: number }[];
}

export async function startFirefoxPushService(): Promise<FirefoxPushService> {
  const subscriptions = new Map<string, Subscription>();
  const known = new Set<string>();
  const refused: string[] = [];
  let delivered = 0;
  let repeat = (): void => {};

  const take = async (request: IncomingMessage): Promise<number> => {
    const channelID = request.url?.split('/').at(-1) ?? '';
    const subscription = subscriptions.get(channelID);
    if (!subscription) return 410;
    const { body, ttlS } = await readPush(request, subscription.applicationServerKey);
    const headers = { encoding: 'aes128gcm' };
    const push = {
      messageType: 'notification',
      channelID,
      ttl: ttlS,
      data: body.toString('base64url'),
      headers,
    };
    repeat = () => say(subscription.socket, { ...push, version: randomUUID() });
    repeat();
    return 201;
  };
  const server = createServer((request, response) => {
    take(request).then(
      (status) => response.writeHead(status, { location: '/message' }).end(),
      (error: Error) => {
        refused.push(error.message);
        response.writeHead(400).end(error.message);
      },
    );
  });
  const sockets = new WebSocketServer({ server, handleProtocols: () => SUBPROTOCOL });
  const { endpoint: origin, port, close } = await listen(server, { host: '127.0.0.1', port: 0 });

  const answers: Readonly<Record<string, (socket: WebSocket, said: Said) => void>> = {
    hello: (socket, said) => {
      const uaid = said.uaid && known.has(said.uaid) ? said.uaid : randomUUID().replaceAll('-', '');
      known.add(uaid);
      say(socket, { messageType: 'hello', status: 200, uaid, use_webpush: true, broadcasts: {} });
    },
    register: (socket, { channelID = '', key = '' }) => {
      const applicationServerKey = Buffer.from(key, 'base64url').toString('base64url');
      subscriptions.set(channelID, { socket, applicationServerKey });
      const pushEndpoint = `${origin}/push/${channelID}`;
      say(socket, { messageType: 'register', status: 200, channelID, pushEndpoint });
    },
    unregister: (socket, { channelID = '' }) => {
      subscriptions.delete(channelID);
      say(socket, { messageType: 'unregister', status: 200, channelID });
    },
    ack: (_, { updates = [] }) => {
      delivered += updates.filter(({ code }) => code === DELIVERED).length;
    },
    nack: (_, said) => void refused.push(JSON.stringify(said)),
  };
  sockets.on('connection', (socket) => {
    socket.on('message', (data) => {
      const said = JSON.parse(String(data)) as Said;
      // `{}` is a ping.
      if (said.messageType) answers[said.messageType]?.(socket, said);
      else say(socket, {});
    });
  });
  const hangUp = (): void => {
    for (const socket of sockets.clients) socket.terminate();
  };
  return {
    origin,
    settings: settingsFor(port),
    refused,
    get subscriptions() {
      return subscriptions.size;
    },
    get delivered() {
      return delivered;
    },
    repeat: () => repeat(),
    forget: () => {
      known.clear();
      subscriptions.clear();
      hangUp();
    },
    close: () => {
      hangUp();
      return close();
    },
  };
}

const say = (socket: WebSocket, message: object): void => socket.send(JSON.stringify(message));

const settingsFor = (port: number) => ({
  'dom.push.connection.enabled': true,
  'dom.push.serverURL': `ws://127.0.0.1:${port}/`,
  'dom.push.testing.allowInsecureServerURL': true,
  // Reconnects soon, in ms.
  'dom.push.retryBaseInterval': 200,
  // Without a prompt.
  'permissions.default.desktop-notification': 1,
  'dom.webnotifications.requireuserinteraction': false,
  // Firefox's own notifications: a machine without a desktop has no others.
  'alerts.useSystemBackend': false,
});
