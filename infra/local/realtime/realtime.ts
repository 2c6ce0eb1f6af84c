import { createServer, type IncomingMessage, type Server } from 'node:http';
import { WebSocketServer } from 'ws';
import { REALTIME_NAMESPACES } from '#infra/agreed/realtime-namespaces.ts';
import type { ServiceGuards } from '../aws/service-guards.ts';
import type { Credentials } from '../aws/credentials.ts';
import { listen } from '../system/listen.ts';
import { publish } from './http-publish.ts';
import { KEEP_ALIVE_MS, MAX_EVENT_BYTES, SUBPROTOCOL } from './protocol.ts';
import type { Authorize, RealtimeContext } from './realtime-context.ts';
import { SocketSession } from './socket-session.ts';

export interface RealtimeOptions extends ServiceGuards {
  readonly credentials: Credentials;
  /** Port for pages; 0 picks a free port. */
  readonly port: number;
  /** Authorises subscriptions. */
  readonly authorize: Authorize;
  /** The name by which pages reach this machine. */
  readonly host: string;
  /** @default a minute, as in AWS */
  readonly keepAliveMs?: number;
  /** @default as in the code */
  readonly namespaces?: readonly string[] | undefined;
}

export interface LocalRealtime {
  /** The URL to which Lambdas publish, `http://127.0.0.1:PORT/event`. */
  readonly httpUrl: string;
  /** The URL from which pages derive their socket, `ws://HOST:PORT/event`. */
  readonly url: string;
  /** `ws://HOST:PORT`, for the content security policy. */
  readonly origin: string;
  readonly port: number;
  close(): Promise<void>;
}

/**
 * Starts the stand-in for an AppSync Event API with the stack's namespaces: `POST /event` with IAM, and WebSockets at
 * `/event/realtime` with the authoriser. Nothing is stored: clients that are not connected miss events. Throws
 * `PortTakenError` naming `REALTIME_PORT`.
 */
export async function startRealtime(options: RealtimeOptions): Promise<LocalRealtime> {
  const { port, host, authorize, keepAliveMs = KEEP_ALIVE_MS } = options;
  const namespaces = new Set<string>(options.namespaces ?? REALTIME_NAMESPACES);
  const context: RealtimeContext = { authorize, namespaces, sessions: new Set() };
  const server = createServer((request, response) => {
    publish(context, options, request, response).catch((error: unknown) => {
      console.error('stand-in failed:', error);
      response.destroy();
    });
  });
  const sockets = acceptSockets(server, context);
  const listening = await listen(server, { host, port, setting: 'REALTIME_PORT' });
  const clock = setInterval(() => context.sessions.forEach((session) => session.keepAlive()), keepAliveMs);
  const origin = `ws://${host}:${listening.port}`;
  return {
    httpUrl: `${listening.endpoint}/event`,
    url: `${origin}/event`,
    origin,
    port: listening.port,
    close: async () => {
      clearInterval(clock);
      for (const socket of sockets.clients) socket.terminate();
      await listening.close();
    },
  };
}

function acceptSockets(server: Server, context: RealtimeContext): WebSocketServer {
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_EVENT_BYTES,
    handleProtocols: () => SUBPROTOCOL,
  });
  server.on('upgrade', (request, connection, head) => {
    const protocols = (request.headers['sec-websocket-protocol'] ?? '').split(/, */);
    if (!isRealtime(request) || !protocols.includes(SUBPROTOCOL)) {
      connection.end('HTTP/1.1 400 Bad Request\r\nconnection: close\r\n\r\n');
      return;
    }
    sockets.handleUpgrade(request, connection, head, (socket) => {
      const requestHeaders = request.headers as Record<string, string>;
      const session = new SocketSession(socket, context, {
        subprotocolHeaders: headersOf(protocols),
        requestHeaders,
      });
      context.sessions.add(session);
      socket.on('close', () => context.sessions.delete(session));
      // `ws` closes connections that violate the protocol; there is nothing to report.
      socket.on('error', () => socket.terminate());
    });
  });
  return sockets;
}

const isRealtime = ({ url = '' }: IncomingMessage): boolean => url.split('?')[0] === '/event/realtime';

/** The authorisation headers are base64url JSON in a subprotocol, because browsers set no other headers. */
function headersOf(protocols: readonly string[]): Record<string, unknown> {
  const encoded = protocols.find((protocol) => protocol.startsWith('header-'))?.slice('header-'.length) ?? '';
  try {
    const headers: unknown = JSON.parse(Buffer.from(encoded, 'base64url').toString());
    return typeof headers === 'object' && headers !== null ? { ...headers } : {};
  } catch {
    return {};
  }
}
