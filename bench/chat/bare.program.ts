/**
 * `node bare.program.ts`: the least that delivers messages to all connections. It batches as Fanfare does, so that the
 * same bytes arrive; it checks no permissions and stores nothing. Its sockets are at the same place (`BareReady`).
 */
import { json } from 'node:stream/consumers';
import { ulid } from 'ulid';
import { WebSocketServer } from 'ws';
import { startBareServer } from '../support/bare-server.ts';
import { inBatches } from './in-batches.ts';

const publish = inBatches(async (_topic, batches) => {
  for (const batch of batches) {
    const frame = JSON.stringify({ type: 'data', id: 'topic', event: JSON.stringify(batch) });
    for (const socket of sockets.clients) socket.send(frame);
  }
});
const server = await startBareServer(async (request, response) => {
  const { message } = (await json(request)) as { readonly message: string };
  const id = ulid();
  const badges = ['new'] as const;
  const timestamp = new Date().toISOString();
  const said = { id, username: `crowd_${id.slice(-2)}`, message, timestamp, badges: [...badges] };
  void publish({ type: 'message', message: said });
  response.writeHead(201, { 'content-type': 'application/json' });
  response.end(JSON.stringify(said));
});
const sockets: WebSocketServer = new WebSocketServer({
  server,
  handleProtocols: () => 'aws-appsync-event-ws',
});
sockets.on('connection', (socket) =>
  socket.on('message', (data) => {
    if (String(data).includes('"subscribe"'))
      socket.send(JSON.stringify({ type: 'subscribe_success', id: 'topic' }));
  }),
);
