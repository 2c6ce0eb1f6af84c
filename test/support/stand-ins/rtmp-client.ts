/** An encoder that sends a test's messages over RTMP 1.0. */
import { connect, type Socket } from 'node:net';
import { once } from 'node:events';

const HANDSHAKE_BYTES = 1536;
/** Each message is one chunk. */
const CHUNK_BYTES = 0x7f_ff_ff;
const [SET_CHUNK_SIZE, COMMAND] = [1, 20];
const MEDIA_STREAM = 1;

export interface Message {
  readonly type: number;
  /** In ms. */
  readonly time: number;
  readonly data: Buffer;
  /** The time is relative to the previous message on the same chunk stream. @default false */
  readonly isDelta?: boolean;
}

/** Publishes to `rtmp://127.0.0.1:PORT/app/KEY`. Resolves when the server has confirmed. */
export async function publish(port: number, key: string) {
  const socket = connect(port, '127.0.0.1');
  const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()));
  socket.on('error', () => {});
  let received = '';
  socket.on('data', (bytes) => (received += bytes.toString('latin1')));
  const receives = async (text: string | number): Promise<void> => {
    while (typeof text === 'number' ? received.length < text : !received.includes(text))
      await once(socket, 'data');
  };
  socket.write(Buffer.concat([Buffer.of(3), Buffer.alloc(HANDSHAKE_BYTES)]));
  await receives(1 + 2 * HANDSHAKE_BYTES);
  socket.write(Buffer.alloc(HANDSHAKE_BYTES));
  const size = Buffer.alloc(4);
  size.writeUInt32BE(CHUNK_BYTES);
  send(socket, { type: SET_CHUNK_SIZE, time: 0, data: size });
  send(socket, command('connect', 1, { app: 'app', tcUrl: `rtmp://127.0.0.1:${port}/app` }));
  send(socket, command('createStream', 2));
  send(socket, command('publish', 3, key));
  await receives('NetStream.Publish.Start');
  return { send: (message: Message) => send(socket, message), stop: () => socket.destroy(), closed };
}

function send(socket: Socket, { type, time, data, isDelta = false }: Message): void {
  const header = Buffer.alloc(isDelta ? 8 : 12);
  const hasMore = time >= 0xffffff;
  // One chunk stream per type.
  header[0] = (isDelta ? 0x40 : 0) | (type === SET_CHUNK_SIZE ? 2 : 3 + (type % 40));
  header.writeUIntBE(hasMore ? 0xffffff : time, 1, 3);
  header.writeUIntBE(data.length, 4, 3);
  header[7] = type;
  if (!isDelta) header.writeUInt32LE(type === SET_CHUNK_SIZE ? 0 : MEDIA_STREAM, 8);
  const more = Buffer.alloc(hasMore ? 4 : 0);
  if (hasMore) more.writeUInt32BE(time);
  socket.write(Buffer.concat([header, more, data]));
}

type Argument = string | Readonly<Record<string, string>>;

function command(name: string, transaction: number, argument?: Argument): Message {
  const number = Buffer.alloc(9);
  number.writeDoubleBE(transaction, 1);
  const isObject = typeof argument === 'object';
  const parts = [text(name), number, isObject ? object(argument) : Buffer.of(5)];
  if (typeof argument === 'string') parts.push(text(argument), text('live'));
  return { type: COMMAND, time: 0, data: Buffer.concat(parts) };
}

const name = (value: string): Buffer => Buffer.concat([Buffer.of(0, value.length), Buffer.from(value)]);
const text = (value: string): Buffer => Buffer.concat([Buffer.of(2), name(value)]);
const object = (fields: Readonly<Record<string, string>>): Buffer =>
  Buffer.concat([
    Buffer.of(3),
    ...Object.entries(fields).flatMap(([key, value]) => [name(key), text(value)]),
    Buffer.of(0, 0, 9),
  ]);
