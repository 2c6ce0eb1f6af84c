/** What the programs of peers have in common, which are servers on this machine. */
import { createServer, type RequestListener, type Server } from 'node:http';
import { listen } from '#infra/local/system/listen.ts';
import { endWithInput } from './end-with-input.ts';

/** What such a program prints when it is ready. */
export interface BareReady {
  readonly url: string;
}

/** Answers on any free port, prints where (`BareReady`), and ends with the standard input. */
export async function startBareServer(answer: RequestListener): Promise<Server> {
  const server = createServer(answer);
  const { endpoint } = await listen(server, { host: '127.0.0.1', port: 0 });
  console.log(JSON.stringify({ url: endpoint } satisfies BareReady));
  endWithInput();
  return server;
}
