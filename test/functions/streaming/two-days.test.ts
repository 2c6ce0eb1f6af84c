import { expect, it } from 'vitest';
import { PREVIEW_MAX_MS } from '#shared/limits.ts';
import { onStreamStateChange } from '#functions/streaming/events/stream-events.handlers.ts';
import { streamStatus } from '#functions/streaming/stream-status.service.ts';
import { resetKey, startStream, stopStream } from '#functions/streaming/streaming.service.ts';
import { arnOf, memoryStreams } from '#test/support/api/memory/memory-streams.ts';
import { streamEvent } from '#test/support/api/ivs-events.ts';

const SETUP = { title: 'A fan', game: 'Box Fans', tags: [] };
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** A streamer, and an encoder that was set up once with the key of the first start. */
async function setUp() {
  const memory = memoryStreams();
  let keys = 1;
  const ingest = { ...memory.ports.ingest, issueKey: async () => `sk_${(keys += 1)}` };
  const ports = { ...memory.ports, ingest };
  memory.addLive('ADA');
  await stopStream(ports, 'ADA');
  const prepareChannel = async () => memory.stream('ADA').ingestChannel!;
  const starting = { ...ports, ingest: { ...ingest, prepareChannel } };

  let key = memory.stream('ADA').streamKey;
  let streams = 0;
  const delivered: ReturnType<typeof streamEvent>[] = [];
  const deliver = (event: (typeof delivered)[number]) => onStreamStateChange(ports, event);
  const report = async (name: string) => {
    const event = streamEvent({ id: 'ADA', arn: arnOf('ADA') }, name, { streamId: `st-${streams}` });
    delivered.push({ ...event, time: new Date(ports.clock()).toISOString() });
    // EventBridge delivers at least once, and events of before may come late.
    await deliver(delivered.at(-1)!);
    await deliver(delivered.at(-1)!);
    await deliver(delivered[Math.max(0, delivered.length - 3)]!);
  };
  const isConnected = () => memory.broadcasts.size > 0;
  const disconnect = async () => {
    memory.broadcasts.clear();
    await report('Stream End');
  };
  return {
    wait: memory.wait,
    isConnected,
    disconnect,
    copiesKey: () => (key = memory.stream('ADA').streamKey),
    /** Whether IVS accepts the key that the software has. */
    connect: async () => {
      if (key !== memory.stream('ADA').streamKey) return false;
      streams += 1;
      memory.broadcasts.set(arnOf('ADA'), `st-${streams}`);
      await report('Stream Start');
      return true;
    },
    /** The minute's tick; IVS reports the encoder that it has disconnected. */
    tick: async () => {
      memory.ivsCalls.length = 0;
      await memory.reconcile(ports);
      if (isConnected() && memory.ivsCalls.includes(`disconnect ${arnOf('ADA')}`)) await disconnect();
    },
    start: () => startStream(starting, 'ADA', SETUP),
    stop: async () => {
      await stopStream(ports, 'ADA');
      await disconnect();
    },
    resetKey: async () => {
      await resetKey(ports, 'ADA');
      await disconnect();
    },
    startsItself: () => ports.streams.saveStartsItself('ADA', true),
    status: () => streamStatus(ports, 'ADA'),
    isLive: () => memory.live('ADA')?.ingest === 'receiving',
  };
}

it('two days with software that is set up once: three streams, a preview, a reset, a start by itself', async () => {
  const ada = await setUp();

  // The first evening: a start, an interruption of half a minute, and the end.
  await ada.start();
  expect([await ada.connect(), ada.isLive()]).toEqual([true, true]);
  const { started_at } = await ada.status();
  ada.wait(HOUR_MS);
  await ada.disconnect();
  ada.wait(MINUTE_MS / 2);
  await ada.connect();
  expect(await ada.status()).toMatchObject({ is_live: true, started_at, ingest: 'receiving' });
  ada.wait(HOUR_MS);
  await ada.stop();

  // The software connects again by itself: nothing is public, and a quarter of an hour later it is disconnected.
  ada.wait(1000);
  await ada.connect();
  expect([ada.isLive(), (await ada.status()).preview !== undefined]).toEqual([false, true]);
  ada.wait(PREVIEW_MAX_MS - MINUTE_MS);
  await ada.tick();
  expect(ada.isConnected()).toBe(true);
  ada.wait(MINUTE_MS);
  await ada.tick();
  expect([ada.isConnected(), ada.isLive()]).toEqual([false, false]);

  // The second day: from the preview to a public stream, whose key is reset.
  ada.wait(14 * HOUR_MS);
  await ada.connect();
  ada.wait(MINUTE_MS);
  await ada.start();
  expect(ada.isLive()).toBe(true);
  ada.wait(HOUR_MS);
  const second = (await ada.status()).started_at;
  await ada.resetKey();
  expect(await ada.connect()).toBe(false);
  ada.copiesKey();
  ada.wait(MINUTE_MS / 2);
  expect(await ada.connect()).toBe(true);
  expect(await ada.status()).toMatchObject({ is_live: true, started_at: second, ingest: 'receiving' });
  ada.wait(HOUR_MS);
  await ada.stop();

  // The second evening: connecting is enough.
  await ada.startsItself();
  ada.wait(5 * HOUR_MS);
  await ada.connect();
  expect(ada.isLive()).toBe(true);
  expect((await ada.status()).started_at).not.toBe(second);
  ada.wait(HOUR_MS);
  await ada.stop();
  await ada.tick();
  expect([ada.isConnected(), ada.isLive()]).toEqual([false, false]);
});
