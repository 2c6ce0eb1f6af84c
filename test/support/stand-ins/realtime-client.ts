import { once } from 'node:events';
import { WebSocket } from 'ws';

/** A client of AppSync Events that sends exactly the given messages. */
export interface RealtimeClient {
  send(message: object): void;
  sendText(text: string): void;
  /** Waits for the next message. */
  next(): Promise<Record<string, unknown>>;
  /** The code with which the server closed the connection. */
  readonly closed: Promise<number>;
  close(): void;
}

export interface ConnectOptions {
  /** Headers in the `header-…` subprotocol. @default the pass */
  readonly headers?: Readonly<Record<string, string>>;
  readonly path?: string;
  readonly protocol?: string;
  /** Whether `connection_init` is sent. @default true */
  readonly init?: boolean;
}

const PATIENCE_MS = 30_000;

/** Opens a socket. Throws if the server refuses it. */
export async function connect(
  { port, pass = '' }: { readonly port: number; readonly pass?: string },
  options: ConnectOptions = {},
): Promise<RealtimeClient> {
  const { headers = { host: 'localhost', Authorization: pass }, init = true } = options;
  const { path = '/event/realtime', protocol = 'aws-appsync-event-ws' } = options;
  const encoded = Buffer.from(JSON.stringify(headers)).toString('base64url');
  const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, [protocol, `header-${encoded}`]);
  const messages: Record<string, unknown>[] = [];
  let wake = () => {};
  socket.on('message', (data) => {
    messages.push(JSON.parse(String(data)) as Record<string, unknown>);
    wake();
  });
  const closed = new Promise<number>((resolve) => socket.once('close', resolve));
  await once(socket, 'open');
  const send = (message: object) => socket.send(JSON.stringify(message));
  if (init) send({ type: 'connection_init' });
  return {
    send,
    sendText: (text) => socket.send(text),
    next: async () => {
      const deadline = AbortSignal.timeout(PATIENCE_MS);
      while (messages.length === 0) {
        await new Promise<void>((resolve, reject) => {
          wake = resolve;
          deadline.addEventListener('abort', () => reject(new Error('No message came')), { once: true });
        });
      }
      return messages.shift()!;
    },
    closed,
    close: () => socket.close(),
  };
}
