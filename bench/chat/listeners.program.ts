/**
 * `node listeners.program.ts LISTENING`: opens the given number of AppSync Events sockets, and records when each of them
 * receives each message of `messages.ts`. Prints a line of JSON when all have subscribed. When its stdin closes, waits
 * for missing messages, and prints the results (`Heard`).
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import type { ChannelBatch } from '#shared/live/channel-events.ts';
import { nowMs, stampOf } from './messages.ts';

export interface Listening {
  /** For example `ws://…/event`. */
  readonly url: string;
  readonly pass: string;
  readonly topic: string;
  readonly listeners: number;
  /** Total number of messages. */
  readonly messages: number;
}

export interface ListenerReport {
  /** Histogram of the ms from the POST to a listener's receipt, of all listeners and messages. */
  readonly tookMs: readonly number[];
  /** Number of expected messages that were missing, and that were repeated. */
  readonly missing: number;
  readonly repeated: number;
  /** Deliveries to all listeners together. */
  readonly deliveries: number;
  readonly bytes: number;
}

const CONNECT_AT_ONCE = 50;
/** Messages that have not arrived by then are missing. */
const PATIENCE_MS = 10_000;
const POLL_INTERVAL_MS = 100;

const { url, pass, topic, listeners, messages } = JSON.parse(process.argv[2] ?? '{}') as Listening;
const authorization = { host: 'localhost', Authorization: pass };
const authorizationProtocol = `header-${Buffer.from(JSON.stringify(authorization)).toString('base64url')}`;

/** How often each listener has received each message. */
const received = new Uint8Array(listeners * messages);
const tookMs: number[] = [];
let deliveries = 0;
let bytes = 0;
/** The last received data of any listener. */
let lastData: Buffer = Buffer.alloc(0);
let lastFrame: Frame = { type: '', stamps: [] };

for (let from = 0; from < listeners; from += CONNECT_AT_ONCE) {
  const some = Array.from({ length: Math.min(CONNECT_AT_ONCE, listeners - from) }, (_, n) => from + n);
  await Promise.all(some.map(listen));
}
console.log(JSON.stringify({ listeners }));

process.stdin.resume().on('close', async () => {
  const deadlineMs = nowMs() + PATIENCE_MS;
  while (received.includes(0) && nowMs() < deadlineMs) await sleep(POLL_INTERVAL_MS);
  const missing = received.filter((times) => times === 0).length;
  const repeated = received.reduce((sum, times) => sum + Math.max(0, times - 1), 0);
  const took = Array.from(tookMs, (count = 0) => count);
  console.log(
    JSON.stringify({ tookMs: took, missing, repeated, deliveries, bytes } satisfies ListenerReport),
  );
  process.exit(0);
});

/** Resolves when this listener has subscribed. */
function listen(listener: number): Promise<void> {
  const socket = new WebSocket(`${url}/realtime`, ['aws-appsync-event-ws', authorizationProtocol], {
    perMessageDeflate: false,
  });
  return new Promise((resolve, reject) => {
    socket.on('error', reject);
    socket.on('open', () => {
      socket.send(JSON.stringify({ type: 'connection_init' }));
      socket.send(JSON.stringify({ type: 'subscribe', id: 'topic', channel: topic, authorization }));
    });
    socket.on('message', (data) => {
      const frame = frameOf(data as Buffer);
      if (frame.type === 'data') note(listener, frame);
      if (frame.type === 'subscribe_success') resolve();
      if (frame.type === 'subscribe_error') reject(new Error('The subscription was refused'));
    });
  });
}

interface Frame {
  readonly type: string;
  readonly stamps: readonly { readonly sentMs: number; readonly n: number }[];
}

function note(listener: number, { stamps }: Frame): void {
  const atMs = nowMs();
  for (const { sentMs, n } of stamps) {
    received[listener * messages + n]! += 1;
    const took = Math.round(atMs - sentMs);
    tookMs[took] = (tookMs[took] ?? 0) + 1;
  }
}

/**
 * Parses received data. All listeners get the same data, which is parsed once: a thousand people have a thousand
 * machines for it.
 */
function frameOf(data: Buffer): Frame {
  if (!data.equals(lastData)) {
    const { type, event } = JSON.parse(String(data)) as { readonly type: string; readonly event?: string };
    lastFrame = { type, stamps: event === undefined ? [] : stampsIn(event) };
    lastData = data;
  }
  if (lastFrame.type === 'data') {
    deliveries += 1;
    bytes += data.length;
  }
  return lastFrame;
}

const stampsIn = (event: string): Frame['stamps'] =>
  (JSON.parse(event) as ChannelBatch).events.flatMap((one) => {
    const stamp = one.type === 'message' ? stampOf(one.message.message) : null;
    return stamp ? [stamp] : [];
  });
