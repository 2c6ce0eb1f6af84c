import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

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

/** Starts listening, on all interfaces unless `host` is given. Throws `PortTakenError` naming `setting` where the port is taken. */
export function listen(
  server: Server,
  { host, port, setting }: { readonly host?: string; readonly port: number; readonly setting?: string },
): Promise<Listening> {
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(error.code === 'EADDRINUSE' ? portTaken(port, setting, error) : error);
    });
    server.listen(port, host, () => {
      const { port: bound } = server.address() as AddressInfo;
      resolve({ port: bound, endpoint: `http://127.0.0.1:${bound}`, close: () => close(server) });
    });
  });
}

export function portTaken(port: number, setting: string | undefined, cause?: unknown): PortTakenError {
  const remedy = setting
    ? ` Stop the program that uses it, or set ${setting} to another port (0 picks a free one).`
    : '';
  return new PortTakenError(`Port ${port} is already in use.${remedy}`, { cause });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
