import { expect, it } from 'vitest';
import { chatApp } from '#functions/chat/chat.routes.ts';
import { chatRepository } from '#functions/chat/chat.repository.ts';
import { roomReads } from '#functions/chat/rooms/rooms.repository.ts';
import { channelsRepository } from '#functions/channels/table/channels.repository.ts';
import { createApp } from '#functions/http/app.ts';
import type { HandedOver } from '#functions/realtime/announce.adapters.ts';
import { announceToChannel, publishHandedOver } from '#functions/realtime/announce.service.ts';
import { batchesRepository } from '#functions/realtime/batches.repository.ts';
import { localApi } from '#test/support/api/local-api.ts';
import { seedChannels } from '#test/support/api/table/seed-channels.ts';

const site = await localApi();

const SECONDS = 6;
const MESSAGES_PER_SECOND = 5;
const START_MS = Date.parse('2026-11-28T12:00:00Z');

/** A chat with so many viewers for six seconds, of a clock that stands still while a request is answered. */
async function publicationsTo(viewers: number) {
  const { table } = site;
  let nowMs = START_MS;
  let handedOver: HandedOver[] = [];
  const publications: { readonly atMs: number; readonly messages: number }[] = [];
  const announcing = {
    batches: batchesRepository(table),
    publish: async (
      _topic: string,
      batches: readonly { readonly events: readonly { readonly type: string }[] }[],
    ) => {
      const events = batches.flatMap((batch) => batch.events);
      publications.push({ atMs: nowMs, messages: events.filter(({ type }) => type === 'message').length });
    },
    handOver: async (due: HandedOver) => void handedOver.push(due),
    onFailure: (error: unknown) => {
      throw error;
    },
    clock: () => nowMs,
    sleep: async () => {},
  };
  const app = createApp(
    async (token) => ({ id: token, sessionId: token }),
    [
      chatApp({
        chat: chatRepository(table),
        channels: channelsRepository(table),
        rate: { messages: 100, windowMs: 1000 },
        rooms: roomReads(table),
        publish: (channelId, event) => announceToChannel(announcing, channelId, event),
        clock: () => nowMs,
      }),
    ],
  );
  const [room, author] = await seedChannels(table, 2);
  const publishDue = async () => {
    const due = handedOver.filter(({ dueMs }) => dueMs <= nowMs);
    handedOver = handedOver.filter(({ dueMs }) => dueMs > nowMs);
    for (const one of due) await publishHandedOver(announcing, one);
  };
  await announceToChannel(announcing, room!.id, { type: 'viewers', viewers });
  for (let n = 0; n < SECONDS * MESSAGES_PER_SECOND; n++) {
    nowMs += 1000 / MESSAGES_PER_SECOND;
    await publishDue();
    const headers = { authorization: `Bearer ${author!.id}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ message: `message ${n}` });
    const answer = await app.request(`/api/chat/${room!.id}`, { method: 'POST', headers, body });
    expect(answer.status).toBe(201);
  }
  nowMs += 2000;
  await publishDue();
  return publications;
}

it.each([
  [100, 500],
  [1000, 1000],
  [5000, 2000],
])(
  'a chat before %i viewers is published every %i ms at most, and every message is',
  async (viewers, gapMs) => {
    const publications = await publicationsTo(viewers);
    const gapsMs = publications.slice(1).map(({ atMs }, n) => atMs - publications[n]!.atMs);
    expect(Math.min(...gapsMs)).toBeGreaterThanOrEqual(gapMs);
    expect(publications.length).toBeLessThanOrEqual(2 + (SECONDS * 1000) / gapMs);
    expect(publications.reduce((sum, { messages }) => sum + messages, 0)).toBe(SECONDS * MESSAGES_PER_SECOND);
  },
);
