/** How long messages live: beside a replay for as long as it is there. */
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { ulid } from 'ulid';
import { beforeEach, describe, expect, it } from 'vitest';
import { authorize } from '#functions/base/authorized.ts';
import { messageKey, referenceKey } from '#functions/chat/chat.item.ts';
import { chatRepository } from '#functions/chat/chat.repository.ts';
import { chatRetentionDeps } from '#functions/composition/tick/chat-retention.ts';
import type { RetentionDeps } from '#functions/chat/retention/retention.service.ts';
import { applyChatRetention } from '#functions/chat/retention/retention.service.ts';
import { videosRepository } from '#functions/videos/table/videos.repository.ts';
import { CHAT_HISTORY_MS, VISIBLE_DELAY_MAX_MS } from '#shared/limits.ts';
import { expectError, expectSuccess } from '#test/support/api/contract-checks.ts';
import { localApi, type TestUser } from '#test/support/api/local-api.ts';
import { seedReplay } from '#test/support/api/table/seed-videos.ts';

const MINUTE_MS = 60_000;
const LENGTH_S = 120;

/** Each test has a channel of its own. */
let ada: TestUser;
let startMs: number;
let atMs: (seconds: number) => number;
const site = await localApi();
const grace = await site.aUser();
beforeEach(async () => {
  ada = await site.aUser();
  startMs = Date.now() - 10 * MINUTE_MS;
  atMs = (seconds) => startMs + seconds * 1000;
});

/** Stores a message, by seconds of the broadcast. Returns its id. */
async function say(writtenS: number, visibleS = writtenS): Promise<string> {
  const writtenMs = atMs(writtenS);
  const [timestamp, shown_at] = [writtenMs, atMs(visibleS)].map((ms) => new Date(ms).toISOString());
  const message = {
    id: ulid(writtenMs),
    username: grace.username,
    message: 'Hum',
    timestamp: timestamp!,
    shown_at: shown_at!,
  };
  const chat = chatRepository(site.table);
  const expected = await chat.sendTimesOf(grace.id);
  const sent = { sentMs: [(expected.sentMs.at(-1) ?? 0) + 1], roomsMs: {} };
  const entry = { channelId: ada.id, authorId: grace.id, message, key: undefined, expected, sent };
  expect(await chat.write(entry, writtenMs)).toBe(true);
  return message.id;
}

async function publish(): Promise<string> {
  const created_at = new Date(startMs).toISOString();
  return (await seedReplay(site.table, ada, { created_at, duration_s: LENGTH_S })).id;
}

async function takeAway(id: string): Promise<void> {
  const nowMs = Date.now();
  const video = authorize(ada.id, ada.id, { id }, 'video');
  await videosRepository(site.table).remove(video, { sinceMs: nowMs, dueMs: nowMs });
}

/** When all that is due by now is due. */
const LATER_MS = VISIBLE_DELAY_MAX_MS + 2 * MINUTE_MS;
const settle = (afterMs = LATER_MS) =>
  applyChatRetention(chatRetentionDeps(site.table, () => Date.now() + afterMs));

/** When a message expires, of which its author's list says the same, in ms after it was written; `null`: never. */
async function lifeOf(id: string): Promise<number | null | 'gone'> {
  const { client, TableName } = site.table;
  const read = async (Key: { pk: string; sk: string }) =>
    (await client.send(new GetCommand({ TableName, Key, ConsistentRead: true }))).Item;
  const [message, written] = await Promise.all([
    read(messageKey(ada.id, id)),
    read(referenceKey(grace.id, id)),
  ]);
  if (!message) return 'gone';
  expect(written?.['expires_at']).toBe(message['expires_at']);
  const expiresS = message['expires_at'] as number | undefined;
  return expiresS === undefined
    ? null
    : expiresS * 1000 - Math.floor(Date.parse(String(message['timestamp'])) / 1000) * 1000;
}
const livesOf = (ids: readonly string[]) => Promise.all(ids.map(lifeOf));
const remove = (id: string) => site.api('DELETE', `/rooms/${ada.id}/messages/${id}`, { token: ada.token });
const read = (id: string) => site.api('GET', `/replays/${id}/chat`);

describe('a chat message', () => {
  it('expires unless it belongs to a replay', async () => {
    const [before, first, late, next] = [
      await say(-1),
      await say(3),
      await say(124, 119),
      await say(130, 126),
    ];
    const all = [before, first, late, next];
    expect(await livesOf(all)).toEqual(all.map(() => CHAT_HISTORY_MS));
    await publish();
    // Not before those who are behind have seen the end.
    await settle(VISIBLE_DELAY_MAX_MS);
    expect(await lifeOf(first)).toBe(CHAT_HISTORY_MS);
    await settle();
    expect(await livesOf(all)).toEqual([CHAT_HISTORY_MS, null, null, CHAT_HISTORY_MS]);
  });

  it('expires again once the replay was deleted', async () => {
    const first = await say(3);
    const id = await publish();
    await settle();
    expectSuccess('GET /replays/{id}/chat', await read(id));
    await takeAway(id);
    expectError(await read(id), 'not_found');
    await settle();
    expect(await lifeOf(first)).toBe(CHAT_HISTORY_MS);
  });

  it('expires when its replay was deleted before anybody read it', async () => {
    const first = await say(3);
    await takeAway(await publish());
    await settle();
    expect(await lifeOf(first)).toBe(CHAT_HISTORY_MS);
  });

  it('stays removed', async () => {
    const gone = await say(3);
    const id = await publish();
    await remove(gone);
    await settle();
    expect(await lifeOf(gone)).toBe('gone');
    expect(expectSuccess('GET /replays/{id}/chat', await read(id)).messages).toEqual([]);
  });

  it('expires when the chat is cleared, while later ones do not', async () => {
    const first = await say(3);
    await publish();
    await settle();
    expect(await lifeOf(first)).toBeNull();
    expectSuccess(
      'POST /rooms/{id}/clear',
      await site.api('POST', `/rooms/${ada.id}/clear`, { token: ada.token }),
    );
    startMs = Date.now() + 1000;
    const later = await say(3);
    await publish();
    await settle();
    expect(await livesOf([first, later])).toEqual([CHAT_HISTORY_MS, null]);
  });

  it('that was cleared is not kept by a later replay', async () => {
    const first = await say(3);
    expectSuccess(
      'POST /rooms/{id}/clear',
      await site.api('POST', `/rooms/${ada.id}/clear`, { token: ada.token }),
    );
    await publish();
    await settle();
    expect(await lifeOf(first)).toBe(CHAT_HISTORY_MS);
  });
});

describe('an interrupted run', () => {
  it('continues where it stopped, and two runs do not conflict', async () => {
    const ids: string[] = [];
    for (let index = 0; index < 105; index += 1) ids.push(await say(index / 2));
    await publish();
    const deps = chatRetentionDeps(site.table, () => Date.now() + LATER_MS);
    let pages = 0;
    const stopped: RetentionDeps = {
      ...deps,
      retention: {
        ...deps.retention,
        apply: (channelId, rule) => deps.retention.apply(channelId, rule, () => (pages += 1) <= 1),
      },
    };
    await applyChatRetention(stopped);
    const kept = (await livesOf(ids)).filter((life) => life === null).length;
    expect(kept).toBeGreaterThan(0);
    expect(kept).toBeLessThan(ids.length);
    await Promise.all([settle(LATER_MS + 2 * MINUTE_MS), settle(LATER_MS + 2 * MINUTE_MS)]);
    expect(await livesOf(ids)).toEqual(ids.map(() => null));
  });
});
