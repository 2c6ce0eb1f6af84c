import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import closedPorts from '#scripts/setup/closed-ports.json' with { type: 'json' };

export interface Address {
  readonly host: string;
  readonly port: number;
}

const LOOPBACK = '127.0.0.1';

/**
 * Returns a free address for a server that does not authenticate requests. Browsers do not connect to its port (Fetch
 * Standard, "port blocking": `closed-ports.json`, which the set-up reads too, lists the blocked ports that need no
 * privilege). On Linux, where all sixteen million loopback addresses belong to this machine, the address is one of
 * those.
 */
export async function hiddenAddress(): Promise<Address> {
  const randomLoopback = `127.${randomInt(256)}.${randomInt(256)}.${randomInt(2, 255)}`;
  for (const host of [randomLoopback, LOOPBACK]) {
    for (const port of closedPorts) {
      // dynoxide does not start on any address if the port is in use on the usual one.
      if ((await isFree({ host: LOOPBACK, port })) && (await isFree({ host, port }))) return { host, port };
    }
  }
  throw new Error(`No port for the database: ports ${closedPorts.join(', ')} are all in use.`);
}

function isFree({ host, port }: Address): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, host, () => server.close(() => resolve(true)));
  });
}
