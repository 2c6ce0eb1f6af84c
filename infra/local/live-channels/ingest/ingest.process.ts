/**
 * The process that encoders connect to: `node ingest.process.ts MEDIA_DIR`, started by the site over IPC. It ends
 * with the site, however the site ends, and its ffmpegs end with it.
 */
import { createServer, type AddressInfo } from 'node:net';
import logger from 'node-media-server/src/core/logger.js';
import { Broadcasts } from './broadcasts.ts';
import { serveEncoder } from './encoder.session.ts';
import type { IngestCall, IngestMessage, IngestReply, IngestRequest } from './ingest.messages.ts';

const mediaDir = process.argv[2];
if (!mediaDir || !process.send) throw new Error('usage: forked, with the folder for media');

logger.level = 'error';
const send = (message: IngestMessage): void => void (process.connected && process.send?.(message));
const log = (line: string): void => console.info(`${new Date().toISOString()} ${line}`);
const broadcasts = new Broadcasts({ mediaDir, report: send, log });
const server = createServer({ noDelay: true }, (socket) => {
  serveEncoder(socket, (key, drop) => broadcasts.open(key, drop));
});

function listen(port: number): Promise<Omit<IngestReply, 'id'>> {
  return new Promise((resolve) => {
    server.once('error', (error: NodeJS.ErrnoException) => resolve({ error: error.code ?? error.message }));
    server.listen(port, () => resolve({ port: (server.address() as AddressInfo).port }));
  });
}

async function obey(request: IngestRequest): Promise<Omit<IngestReply, 'id'>> {
  switch (request.do) {
    case 'admit':
      broadcasts.admit(request.key, request.channelId);
      break;
    case 'revoke':
      broadcasts.revoke(request.key);
      break;
    case 'stop':
      await broadcasts.stop(request.channelId);
      break;
    case 'listen':
      return listen(request.port);
    case 'close':
      server.close();
      await broadcasts.stopAll();
  }
  return {};
}

process.on('message', (call: IngestCall) => {
  void obey(call.request).then((reply) => send({ id: call.id, ...reply }));
});
process.on('disconnect', () => process.exit());
// Ctrl-C reaches the whole process group; the site decides the order of ending.
process.on('SIGINT', () => {});
