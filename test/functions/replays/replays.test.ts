import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { ulid } from 'ulid';
import { beforeAll, describe, expect, it } from 'vitest';
import { chatRepository } from '#functions/chat/chat.repository.ts';
import { retentionRepository } from '#functions/chat/retention/retention.repository.ts';
import type { ReplayChat } from '#shared/videos/replays.ts';
import type { Video } from '#shared/videos/videos.ts';
import { expectError, expectSuccess } from '#test/support/api/contract-checks.ts';
import { localApi, type TestUser } from '#test/support/api/local-api.ts';
import { seedReplay } from '#test/support/api/table/seed-videos.ts';

const DAY_MS = 24 * 60 * 60_000;
/** A broadcast of two minutes, a long time ago: the chat itself has forgotten it. */
const START = Date.now() - 400 * DAY_MS;
const at = (seconds: number): string => new Date(START + seconds * 1000).toISOString();

const site = await localApi();
const [ada, grace] = [await site.aUser(), await site.aUser()];

interface Said {
  readonly visibleAtS?: number;
  /** Beside a replay; else it expires. @default true */
  readonly isKept?: boolean;
  readonly answers?: string;
}

/** Stores a message, seconds after the start. Returns its id. */
async function say(text: string, atS: number, { visibleAtS, isKept = true, answers }: Said = {}) {
  const atMs = START + atS * 1000;
  const message = {
    id: ulid(atMs),
    username: grace.username,
    message: text,
    timestamp: at(atS),
    ...(visibleAtS !== undefined && { shown_at: at(visibleAtS) }),
    ...(answers !== undefined && { reply_to_id: answers }),
  };
  const chat = chatRepository(site.table);
  const expected = await chat.sendTimesOf(grace.id);
  const turns = { expected, sent: { sentMs: [(expected.sentMs.at(-1) ?? 0) + 1], roomsMs: {} } };
  const entry = { channelId: ada.id, authorId: grace.id, message, key: undefined, ...turns };
  expect(await chat.write(entry, atMs)).toBe(true);
  const rule = { fromMs: atMs, untilMs: atMs, matches: () => true, isRetained: true };
  if (isKept) await retentionRepository(site.table).apply(ada.id, rule, () => true);
  return message.id;
}

async function replay(change: Partial<Video> = {}, recorded?: readonly { at_s: number; time: string }[]) {
  const fields = { created_at: at(0), duration_s: 120, ...change };
  return (await seedReplay(site.table, ada, fields, { recorded })).id;
}

const read = (id: string, query = '', reader?: TestUser) =>
  site.api('GET', `/replays/${id}/chat${query}`, { token: reader?.token });
const chatOf = async (id: string, query = ''): Promise<ReplayChat> =>
  expectSuccess('GET /replays/{id}/chat', await read(id, query));
const texts = ({ messages }: ReplayChat) => messages.map(({ message }) => message);

describe('a replay’s chat', () => {
  let id: string;
  let asked: string;
  beforeAll(async () => {
    id = await replay();
    await say('before it began', -20);
    await say('of the broadcast before', 2, { visibleAtS: -5 });
    asked = await say('the first', 3);
    await say('the second', 60, { visibleAtS: 55 });
    await say('an answer', 70, { answers: asked });
    await say('of its end, seen late', 124, { visibleAtS: 119 });
    await say('of the one after it', 130, { visibleAtS: 126 });
    await say('long past', 110, { isKept: false });
  });

  it('contains the messages sent while live, at their authors’ positions, however old', async () => {
    const chat = await chatOf(id);
    expect(texts(chat)).toEqual(['the first', 'the second', 'an answer', 'of its end, seen late']);
    expect(chat).toMatchObject({ recorded: [{ at_s: 0, time: at(0) }], next: null });
    expect(chat.messages[1]).toMatchObject({ shown_at: at(55), timestamp: at(60) });
    expect(chat.messages[2]?.reply_to).toMatchObject({ id: asked, message: 'the first' });
  });

  it('is no longer part of the channel’s chat', async () => {
    const answer = await site.api('GET', `/chat/${ada.id}`);
    expect(expectSuccess('GET /chat/{id}', answer)).toEqual([]);
  });

  it('is read forwards and backwards from a message or a time', async () => {
    const first = await chatOf(id, '?limit=2');
    expect([texts(first), first.next]).toEqual([['the first'], expect.any(String)]);
    const later = await chatOf(id, `?limit=2&after=${first.next}`);
    expect([texts(later), later.next]).toEqual([['the second', 'an answer'], later.messages.at(-1)?.id]);
    const from = await chatOf(id, `?after=${ulid(START + 65_000)}`);
    expect(texts(from)).toEqual(['an answer', 'of its end, seen late']);
    const back = await chatOf(id, `?limit=1&before=${from.messages[0]?.id}`);
    expect([texts(back), back.next]).toEqual([['the second'], back.messages[0]?.id]);
    const start = await chatOf(id, `?before=${back.messages[0]?.id}`);
    expect([texts(start), start.next]).toEqual([['the first'], null]);
    // It does not open another part of the chat.
    expect(await chatOf(id, `?before=${ulid(START - 60_000)}`)).toMatchObject({ messages: [] });
    expect(await chatOf(id, `?after=${ulid()}`)).toMatchObject({ messages: [], next: null });
  });

  it('omits removed messages', async () => {
    const gone = await say('removed', 80);
    await say('answers what was removed', 81, { answers: gone });
    const { client, TableName } = site.table;
    await client.send(new DeleteCommand({ TableName, Key: { pk: `CHAT#${ada.id}`, sk: gone } }));
    const chat = await chatOf(id);
    expect(texts(chat)).not.toContain('removed');
    expect(chat.messages.find(({ message }) => message.startsWith('answers'))).not.toHaveProperty('reply_to');
  });

  it('omits messages from before a clear', async () => {
    const { client, TableName } = site.table;
    const Key = { pk: `ROOM#${ada.id}`, sk: 'ROOM' };
    const cleared = { ...Key, cleared_id: ulid(START + 65_000) };
    await client.send(new PutCommand({ TableName, Item: cleared }));
    expect(texts(await chatOf(id))).not.toContain('the first');
    expect((await chatOf(id)).messages[0]).toMatchObject({ message: 'an answer' });
    expect((await chatOf(id)).messages[0]).not.toHaveProperty('reply_to');
    await client.send(new DeleteCommand({ TableName, Key }));
  });

  it('continues where an interrupted broadcast continues', async () => {
    const recorded = [
      { at_s: 0, time: at(0) },
      { at_s: 50, time: at(60) },
    ];
    const broken = await replay({ duration_s: 60 }, recorded);
    const chat = await chatOf(broken);
    expect(chat.recorded).toEqual(recorded);
    // Its last ten seconds are from 60 to 70 after the start.
    expect(texts(chat)).toEqual(['the first', 'the second', 'an answer']);
  });
});

describe('access to a replay’s chat', () => {
  it.each([
    ['private', { visibility: 'private' }],
    ['a video that is none', { kind: 'upload' }],
  ] as const)('is denied to %s, like the replay', async (_, change) => {
    const id = await replay(change);
    expect(expectError(await read(id), 'not_found')).toBe('Replay not found');
    expectError(await read(id, '', grace), 'not_found');
    if (change === undefined) return;
    const own = await read(id, '', ada);
    expect(own.status).toBe('kind' in change ? 404 : 200);
  });

  it('is denied for an unknown video', async () => {
    expectError(await read(ulid()), 'not_found');
    expectError(await read('not-an-id'), 'invalid_request');
    const id = await replay();
    expectError(await read(id, '?limit=101'), 'invalid_request');
    expectError(await read(id, '?after=noon'), 'invalid_request');
  });
});
