import type { Server } from 'node:http';
import { createServer, type AddressInfo, type Server as SocketServer, type Socket } from 'node:net';

export interface Listening {
  readonly port: number;
  /** `http://127.0.0.1:PORT`. */
  readonly endpoint: string;
  close(): Promise<void>;
}

/** A port that a setting asks for is in use; the message says which setting to change. */
export class PortTakenError extends Error {
  override readonly name = 'PortTakenError';
}

/**
 * As load balancers of AWS do. With Node's 5 s a client that has been busy for as long, such as the demo while it draws,
 * sends its next request into a connection that has just been closed.
 */
const KEEP_ALIVE_MS = 60_000;

export interface Port {
  /**
   * By which name or address the port is to be reached: by that of this machine itself programs of the machine alone do,
   * by any other everybody on its networks.
   */
  readonly host: string;
  /** 0 picks a free one. */
  readonly port: number;
}

/** Whether only programs of this machine reach what listens for `host`. */
export const isOwnMachine = (host: string): boolean => ['localhost', '127.0.0.1', '::1'].includes(host);

/** Starts listening. Throws `PortTakenError` naming `setting` where the port is taken. */
export async function listen(
  server: Server,
  { setting, ...wanted }: Port & { readonly setting?: string },
): Promise<Listening> {
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  const { port, close } = await openPort(server, wanted).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EADDRINUSE' ? portTaken(wanted.port, setting, error) : error;
  });
  return {
    port,
    endpoint: `http://127.0.0.1:${port}`,
    close: () => {
      const closed = close();
      server.closeAllConnections();
      return closed;
    },
  };
}

/** Has a server of any kind listen. A peer that resets its connection ends that connection, and nothing else. */
export async function openPort(
  server: SocketServer,
  { host, port }: Port,
): Promise<{ readonly port: number; close(): Promise<void> }> {
  server.on('connection', (socket: Socket) => socket.on('error', () => socket.destroy()));
  const isByName = host === 'localhost';
  const bound = await bind(server, port, isByName ? '127.0.0.1' : isOwnMachine(host) ? host : undefined);
  const second = isByName ? await alsoByIpv6(server, bound, port === 0) : undefined;
  return {
    port: bound,
    close: async () => void (await Promise.all([closed(server), second && closed(second)])),
  };
}

/** Programs may take `localhost` for either address. One without IPv6 has no second. */
async function alsoByIpv6(
  server: SocketServer,
  port: number,
  isAny: boolean,
): Promise<SocketServer | undefined> {
  const second = createServer((socket) => server.emit('connection', socket));
  try {
    await bind(second, port, '::1');
    return second;
  } catch (error) {
    // A port that was not requested by its number may belong to another program.
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE' && !isAny) throw error;
    return undefined;
  }
}

function bind(server: SocketServer, port: number, address: string | undefined): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, address, () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

const closed = (server: SocketServer): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
  });

export function portTaken(port: number, setting: string | undefined, cause?: unknown): PortTakenError {
  const remedy = setting
    ? ` Stop the program that uses it, or set ${setting} to another port (0 picks a free one).`
    : '';
  return new PortTakenError(`Port ${port} is already in use.${remedy}`, { cause });
}
