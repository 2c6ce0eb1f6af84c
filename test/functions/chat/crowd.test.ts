import { setTimeout as sleep } from 'node:timers/promises';
import { Sha256 } from '@aws-crypto/sha256-js';
import { expect, it } from 'vitest';
import { chatRepository } from '#functions/chat/chat.repository.ts';
import { roomReads } from '#functions/chat/rooms/rooms.repository.ts';
import { chatApp } from '#functions/chat/chat.routes.ts';
import { channelsRepository } from '#functions/channels/table/channels.repository.ts';
import { createApp } from '#functions/http/app.ts';
import { announceToChannel } from '#functions/realtime/announce.service.ts';
import { batchesRepository } from '#functions/realtime/batches.repository.ts';
import { appsyncPublisher } from '#functions/realtime/realtime.appsync.ts';
import type { ChatMessage } from '#shared/community/chat.ts';
import { localApi } from '#test/support/api/local-api.ts';
import { passTo } from '#test/support/api/passes.ts';
import { listenToChannel, messagesIn } from '#test/support/stand-ins/channel-listener.ts';
import type { RealtimeClient } from '#test/support/stand-ins/realtime-client.ts';
import { seedChannels } from '#test/support/api/table/seed-channels.ts';

const WRITERS = 5;
const MESSAGES_EACH = 6;
const MESSAGES = WRITERS * MESSAGES_EACH;

/** A clock of the chat's own, so that the machine's speed does not decide who has to wait. */
let nowMs = Date.now();

/** The chat without the limit, which would have this take half a minute. A token is its bearer's id. */
const site = await localApi({ realtime: true });
const { table, realtime, pool } = site;
const publisher = {
  url: realtime!.httpUrl,
  region: async () => 'us-east-1',
  credentials: async () => pool.credentials,
  sha256: Sha256,
};
const announceDeps = {
  batches: batchesRepository(table),
  publish: appsyncPublisher(publisher),
  onFailure: (error: unknown) => console.error(error),
  clock: Date.now,
  sleep,
};
const app = createApp(
  async (token) => ({ id: token, sessionId: token }),
  [
    chatApp({
      chat: chatRepository(table),
      channels: channelsRepository(table),
      rate: { messages: 4, windowMs: 8000 },
      rooms: roomReads(table),
      publish: (channelId, event) => announceToChannel(announceDeps, channelId, event),
      clock: () => nowMs++,
    }),
  ],
);

/** Writes a message as a patient client does: retries with the same key once the time in `Retry-After` is over. */
async function write(channelId: string, author: string, message: string): Promise<number> {
  const headers = {
    authorization: `Bearer ${author}`,
    'content-type': 'application/json',
    'idempotency-key': message,
  };
  for (let refusals = 0; ; refusals++) {
    const body = JSON.stringify({ message });
    const answer = await app.request(`/api/chat/${channelId}`, { method: 'POST', headers, body });
    if (answer.status === 201) return refusals;
    expect(answer.status).toBe(429);
    nowMs += Number(answer.headers.get('retry-after')) * 1000;
  }
}

async function history(channelId: string): Promise<ChatMessage[]> {
  const messages: ChatMessage[] = [];
  for (;;) {
    const before = messages[0] ? `&before=${messages[0].id}` : '';
    const page = await app.request(`/api/chat/${channelId}?limit=100${before}`);
    const older = (await page.json()) as ChatMessage[];
    if (older.length === 0) return messages;
    messages.unshift(...older);
  }
}

async function listen(channelId: string): Promise<RealtimeClient> {
  return listenToChannel(site.realtime!, channelId, await passTo(site, 'channel', channelId));
}

/** `count` messages, in order. An event may come twice if AppSync answers slowly; its id identifies it. */
async function receive(listener: RealtimeClient, count: number): Promise<ChatMessage[]> {
  const received = new Map<string, ChatMessage>();
  while (received.size < count) {
    const { type, event } = await listener.next();
    if (type !== 'data') continue;
    for (const message of messagesIn(event)) if (!received.has(message.id)) received.set(message.id, message);
  }
  return [...received.values()];
}

it('delivers messages of several users once each and in order, live and in the history', async () => {
  const [room, ...people] = await seedChannels(site.table, WRITERS + 1);
  const listener = await listen(room!.id);
  const refusals = await Promise.all(
    people.map(async ({ id }) => {
      let refused = 0;
      for (let n = 0; n < MESSAGES_EACH; n++) refused += await write(room!.id, id, `${id}-${n}`);
      return refused;
    }),
  );
  const received = await receive(listener, MESSAGES);
  listener.close();
  const written = await history(room!.id);

  for (const messages of [received, written]) {
    expect(messages).toHaveLength(MESSAGES);
    for (const { id, username } of people) {
      const own = messages.filter((message) => message.username === username);
      expect(own.map(({ message }) => message)).toEqual(
        Array.from({ length: MESSAGES_EACH }, (_, n) => `${id}-${n}`),
      );
    }
  }
  expect(written.map(({ id }) => id)).toEqual(received.map(({ id }) => id).toSorted());
  // Without refusals, the limit would not have been part of this.
  expect(Math.max(...refusals)).toBeGreaterThan(0);
});
