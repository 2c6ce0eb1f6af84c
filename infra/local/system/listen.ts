import type { Server } from 'node:http';
import { createServer, type AddressInfo, type Server as SocketServer, type Socket } from 'node:net';

export interface Listening {
  readonly port: number;
  /** `http://127.0.0.1:PORT`. */
  readonly endpoint: string;
  close(): Promise<void>;
}

/** A configured port is in use. The message names the setting to change. */
export class PortTakenError extends Error {
  override readonly name = 'PortTakenError';
}

/**
 * As AWS's load balancers. With Node's default of 5 s, a client that is busy for that long, for example the demo while
 * it draws, sends its next request into a connection that was just closed.
 */
const KEEP_ALIVE_MS = 60_000;

export interface Port {
  /**
   * The name or address by which the port is reached. With a name of this machine itself, only local programs can
   * connect; with any other, everyone on its networks.
   */
  readonly host: string;
  /** 0 picks a free port. */
  readonly port: number;
}

/** Returns whether only local programs can connect to a server that listens on `host`. */
export const isOwnMachine = (host: string): boolean => ['localhost', '127.0.0.1', '::1'].includes(host);

/** Starts listening. Throws `PortTakenError` naming `setting` if the port is in use. */
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

/** Makes a server of any kind listen. A connection that its peer resets is closed without other effects. */
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

/** Also listens on IPv6, because programs may resolve `localhost` to either address. Does nothing without IPv6. */
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
    // A port that was picked automatically may be in use by another program on IPv6.
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
