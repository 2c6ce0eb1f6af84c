/**
 * The process that encoders connect to: `node ingest-process.ts MEDIA_DIR`, started by the site over IPC. It and its
 * ffmpegs end with the site, even after a crash.
 */
import { createServer } from 'node:net';
import logger from 'node-media-server/src/core/logger.js';
import { openPort, type Port } from '../../system/listen.ts';
import { Broadcasts } from './broadcasts.ts';
import { serveEncoder } from './encoder-session.ts';
import type { IngestCall, IngestMessage, IngestReply, IngestRequest } from './ingest-messages.ts';

const mediaDir = process.argv[2];
if (!mediaDir || !process.send) throw new Error('usage: forked, with the folder for media');

logger.level = 'error';
const send = (message: IngestMessage): void => void (process.connected && process.send?.(message));
const log = (line: string): void => console.info(`${new Date().toISOString()} ${line}`);
const broadcasts = new Broadcasts({ mediaDir, report: send, measure: send, log });
const server = createServer({ noDelay: true }, (socket) => {
  serveEncoder(socket, (key, drop) => broadcasts.open(key, drop));
});

async function listen(wanted: Port): Promise<Omit<IngestReply, 'id'>> {
  try {
    return { port: (await openPort(server, wanted)).port };
  } catch (error) {
    return { error: (error as NodeJS.ErrnoException).code ?? String(error) };
  }
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
      return listen(request);
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
// Ctrl-C reaches the whole process group. The site ends its processes in order.
process.on('SIGINT', () => {});
