import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import closedPorts from '#scripts/setup/closed-ports.json' with { type: 'json' };

export interface Address {
  readonly host: string;
  readonly port: number;
}

const LOOPBACK = '127.0.0.1';

/**
 * A free place for a server that takes anybody's word: on a port to which browsers open no connection, whatever page
 * asks for it (Fetch Standard, "port blocking": `closed-ports.json`, which the set-up reads too, are those that need no privilege), and on one of the
 * sixteen million addresses of loopback where all of them are this machine's, as on Linux.
 */
export async function hiddenAddress(): Promise<Address> {
  const randomLoopback = `127.${randomInt(256)}.${randomInt(256)}.${randomInt(2, 255)}`;
  for (const host of [randomLoopback, LOOPBACK]) {
    for (const port of closedPorts) {
      // Where somebody listens on the usual address, dynoxide does not start on any.
      if ((await isFree({ host: LOOPBACK, port })) && (await isFree({ host, port }))) return { host, port };
    }
  }
  throw new Error(`The database finds no place: ports ${closedPorts.join(', ')} are all in use.`);
}

function isFree({ host, port }: Address): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, host, () => server.close(() => resolve(true)));
  });
}
