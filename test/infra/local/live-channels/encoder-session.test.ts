import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { serveEncoder } from '#infra/local/live-channels/ingest/encoder-session.ts';
import { AUDIO, VIDEO } from '#test/support/media/enhanced-packets.ts';
import { publish, type Message } from '#test/support/stand-ins/rtmp-client.ts';

const FRAME = Buffer.from([0x27, 1, 0, 0, 0, 0, 0, 0, 2, 0x41, 0x9a]);

/** Returns the type, time and size of each received message. */
async function received(messages: readonly Message[]) {
  const packets: (readonly [kind: number, dts: number, size: number])[] = [];
  const server = createServer((socket) =>
    serveEncoder(socket, async () => ({
      write: ({ codec_type, dts, size }) => packets.push([codec_type, dts, size]),
      end: () => {},
    })),
  );
  server.listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const encoder = await publish((server.address() as AddressInfo).port, 'key');
  onTestFinished(() => void encoder.stop());
  for (const message of messages) encoder.send(message);
  await expect.poll(() => packets.length).toBe(messages.length);
  return packets;
}

it('receives what comes after an empty message', async () => {
  const empty = [VIDEO, AUDIO].map((type) => ({ type, time: 0, data: Buffer.alloc(0) }));
  expect(await received([...empty, { type: VIDEO, time: 40, data: FRAME }])).toEqual([
    [VIDEO, 0, 0],
    [AUDIO, 0, 0],
    [VIDEO, 40, FRAME.length],
  ]);
});

it('receives what comes after the end of the clock', async () => {
  const frame = { type: VIDEO, data: FRAME };
  const sent = [
    { ...frame, time: 2 ** 32 - 40 },
    { ...frame, time: 50, isDelta: true },
    { ...frame, time: 50, isDelta: true },
  ];
  expect((await received(sent)).map(([, dts]) => dts)).toEqual([2 ** 32 - 40, 10, 60]);
});
