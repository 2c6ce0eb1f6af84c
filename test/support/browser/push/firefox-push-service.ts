/**
 * The push service of Firefox, on this machine: what it says to browsers over its WebSocket, and what sites may send to them.
 * Source: Mozilla Push Service ("autopush") documentation, "Push Service WebSocket Protocol" and "HTTP Endpoints".
 */
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { WebSocketServer, type WebSocket } from 'ws';
import { listen } from '#infra/local/system/listen.ts';
import type { FirefoxSettings } from '../firefox.ts';
import { readPush } from './push-rules.ts';

const SUBPROTOCOL = 'push-notification';
/** Of an acknowledgement: a page's worker has had it, and was content. */
const DELIVERED = 100;

export interface FirefoxPushService {
  readonly origin: string;
  /** What makes a Firefox its own. */
  readonly settings: FirefoxSettings;
  /** What sites sent that breaks a rule, and what a worker failed at: nothing should be. */
  readonly refused: readonly string[];
  /** How many subscriptions there are now. */
  readonly subscriptions: number;
  /** How many pushes a worker has had. */
  readonly delivered: number;
  /** Delivers the last push once more, as a service that missed its acknowledgement. */
  repeat(): void;
  /** Forgets every browser, and ends its connection: what it subscribed to is gone when it comes back. */
  forget(): void;
  close(): Promise<void>;
}

interface Subscription {
  readonly socket: WebSocket;
  readonly applicationServerKey: string;
}

/** What browsers say. */
interface Said {
  readonly messageType?: 'hello' | 'register' | 'unregister' | 'ack' | 'nack' | 'broadcast_subscribe';
  readonly channelID?: string;
  /** The key of the sender, base64url with padding. */
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
      // `{}` asks whether the other side is still there.
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
  // It comes back soon, in ms.
  'dom.push.retryBaseInterval': 200,
  // Without a question to the user.
  'permissions.default.desktop-notification': 1,
  'dom.webnotifications.requireuserinteraction': false,
  // Its own windows: a machine without a desktop has no other notifications.
  'alerts.useSystemBackend': false,
});
