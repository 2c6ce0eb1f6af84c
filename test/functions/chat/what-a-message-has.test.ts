import { DeleteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import type { ChatMessage } from '#shared/community/chat.ts';
import {
  CHAT_HISTORY_MS,
  CHAT_QUOTE_MAX_LENGTH,
  NEW_HERE_MESSAGES,
  NEW_HERE_MS,
  VISIBLE_DELAY_MAX_MS,
} from '#shared/limits.ts';
import { badgesOf, plausiblePlayedAt } from '#functions/chat/message.ts';
import { listMessagesBy } from '#functions/chat/person-messages.repository.ts';
import { recordedChatRepository } from '#functions/chat/recorded-chat.repository.ts';
import { ulid } from 'ulid';
import { expectError, expectSuccess } from '#test/support/api/contract-checks.ts';
import { localApi, type TestUser } from '#test/support/api/local-api.ts';
import { passTo } from '#test/support/api/passes.ts';
import { listenToChannel, messagesIn } from '#test/support/stand-ins/channel-listener.ts';

const site = await localApi({ realtime: true });
const [ada, grace] = [await site.aUser(), await site.aUser()];

interface Said {
  readonly message: string;
  readonly action?: boolean;
  readonly reply_to?: string;
  readonly shown_at?: string;
}
const post = (chat: TestUser, author: TestUser, body: Said, key?: string) =>
  site.api('POST', `/chat/${chat.id}`, {
    token: author.token,
    body,
    ...(key !== undefined && { headers: { 'idempotency-key': key } }),
  });
const say = async (chat: TestUser, author: TestUser, body: Said, key?: string): Promise<ChatMessage> =>
  expectSuccess('POST /chat/{id}', await post(chat, author, body, key));
const history = async ({ id }: TestUser, query = ''): Promise<ChatMessage[]> =>
  expectSuccess('GET /chat/{id}', await site.api('GET', `/chat/${id}${query}`));

const keyOf = (chat: TestUser, id: string) => ({
  TableName: site.table.TableName,
  Key: { pk: `CHAT#${chat.id}`, sk: id },
});
const remove = (chat: TestUser, id: string) => site.table.client.send(new DeleteCommand(keyOf(chat, id)));
const setLive = ({ id }: TestUser, isLive: boolean) =>
  site.table.client.send(
    new UpdateCommand({
      TableName: site.table.TableName,
      Key: { pk: `CHANNEL#${id}`, sk: 'CHANNEL' },
      UpdateExpression: 'SET is_live = :live',
      ExpressionAttributeValues: { ':live': isLive },
    }),
  );
/** As after so many messages, which the rate limit would slow down. */
const setCount = (author: TestUser, chat: TestUser, count: number) =>
  site.table.client.send(
    new UpdateCommand({
      TableName: site.table.TableName,
      Key: { pk: `CHAT_AUTHOR#${author.id}`, sk: 'SENT' },
      UpdateExpression: 'SET counts.#chat = :count',
      ExpressionAttributeNames: { '#chat': chat.id },
      ExpressionAttributeValues: { ':count': count },
    }),
  );

describe('a reply', () => {
  it('shows the message that it answers to everybody', async () => {
    const asked = await say(ada, grace, { message: 'How loud is it?' });
    const answer = await say(ada, ada, { message: '38 dB', reply_to: asked.id });
    const quote = { id: asked.id, username: grace.username, message: 'How loud is it?' };
    expect(answer).toMatchObject({ message: '38 dB', reply_to: quote });
    expect((await history(ada)).at(-1)).toEqual(answer);
    // Also where the two are on different pages.
    expect(await history(ada, '?limit=1')).toEqual([answer]);
  });

  it('quotes the beginning of a long message', async () => {
    const long = '🌀'.repeat(200);
    const { id } = await say(ada, grace, { message: long });
    const { reply_to } = await say(ada, ada, { message: 'Indeed', reply_to: id });
    expect(reply_to?.message).toBe(`${'🌀'.repeat(CHAT_QUOTE_MAX_LENGTH - 1)}…`);
  });

  it('loses its quote when the quoted message is removed', async () => {
    const asked = await say(ada, grace, { message: 'a secret' });
    const answer = await say(ada, ada, { message: 'Pardon?', reply_to: asked.id }, 'one-key');
    await remove(ada, asked.id);
    const { reply_to: _, ...alone } = answer;
    expect((await history(ada)).at(-1)).toEqual(alone);
    expect(await say(ada, ada, { message: 'Pardon?', reply_to: asked.id }, 'one-key')).toEqual(alone);
  });

  it.each(['in another chat', 'removed', 'never written'])(
    'to a message that is %s is refused',
    async (where) => {
      const there = where === 'in another chat' ? grace : ada;
      const { id } = await say(there, grace, { message: 'elsewhere' });
      if (where === 'removed') await remove(ada, id);
      const replyTo = where === 'never written' ? ulid() : id;
      const answer = await post(ada, ada, { message: 'What?', reply_to: replyTo });
      expect(expectError(answer, 'not_found')).toBe('The message you are replying to no longer exists.');
      expect((await history(ada)).at(-1)?.message).not.toBe('What?');
    },
  );
});

describe('what an author does', () => {
  it('is marked in the answer, on open pages, in the history, in a replay, and in the export', async () => {
    const client = await listenToChannel(site.realtime!, ada.id, await passTo(site, 'channel', ada.id));
    const said = await say(ada, grace, { message: 'waves', action: true }, 'wave-1');
    expect(said).toMatchObject({ message: 'waves', action: true });
    let delivery = await client.next();
    while (delivery['type'] !== 'data') delivery = await client.next();
    expect(messagesIn(delivery['event'])).toEqual([said]);
    client.close();
    expect(await say(ada, grace, { message: 'waves' }, 'wave-1')).toEqual(said);
    expect((await history(ada)).at(-1)).toEqual(said);
    const range = { fromMs: Date.now() - 60_000, untilMs: Date.now() + 60_000, limit: 100 };
    const replay = await recordedChatRepository(site.table, Date.now).listBetween(ada.id, range, '');
    expect(replay.messages.at(-1)).toEqual(said);
    const { messages } = await listMessagesBy(site.table, grace.id, { limit: 100 });
    expect(messages).toContainEqual({ channel_id: ada.id, ...said });
  });

  it.each([{}, { action: false }])('is not what they say: %j', async (action) => {
    expect(await say(ada, ada, { message: 'waves', ...action })).not.toHaveProperty('action');
  });
});

describe('badges', () => {
  it('mark the streamer and new accounts', async () => {
    expect((await say(ada, ada, { message: 'mine' })).badges).toEqual(['streamer']);
    expect((await say(ada, grace, { message: 'new' })).badges).toEqual(['new']);
  });

  it('say "new" at the first messages in each chat', async () => {
    const newcomer = await site.aUser();
    const badgesAt = async (message: string) => (await say(ada, newcomer, { message })).badges;
    expect(await badgesAt('the first')).toEqual(['new']);
    await setCount(newcomer, ada, NEW_HERE_MESSAGES - 1);
    expect(await badgesAt('the last')).toEqual(['new']);
    expect(await badgesAt('another')).toBeUndefined();
    expect((await say(grace, newcomer, { message: 'elsewhere' })).badges).toEqual(['new']);
  });

  it('cannot be chosen by the author', async () => {
    const body = { message: 'hi', badges: ['streamer'] };
    expect(expectError(await post(ada, grace, body), 'invalid_request')).toBe('Unknown field: badges.');
  });

  it('say "new" for a week, but not for a moderator', () => {
    const nowMs = Date.now();
    const noRole = { isStreamer: false, isModerator: false };
    expect(badgesOf({ ...noRole, id: ulid(nowMs - NEW_HERE_MS + 1000) }, nowMs)).toEqual(['new']);
    expect(badgesOf({ ...noRole, id: ulid(nowMs - NEW_HERE_MS - 1000) }, nowMs)).toEqual([]);
    expect(badgesOf({ ...noRole, id: ulid(nowMs), isModerator: true }, nowMs)).toEqual(['moderator']);
  });
});

describe('the author’s position in the stream', () => {
  it('is kept, even after the stream has ended', async () => {
    const shown_at = new Date(Date.now() - 4000).toISOString();
    for (const isLive of [true, false]) {
      await setLive(ada, isLive);
      const message = await say(ada, grace, { message: 'now', shown_at });
      expect(message.shown_at).toBe(shown_at);
      expect((await history(ada)).at(-1)).toEqual(message);
    }
  });

  it('is never later than the message, and absent when impossible', () => {
    const nowMs = Date.parse('2026-05-01T12:00:00.000Z');
    const claimed = (behindMs: number) => plausiblePlayedAt(new Date(nowMs - behindMs).toISOString(), nowMs);
    expect(claimed(3000)).toBe('2026-05-01T11:59:57.000Z');
    // An encoder's clock runs ahead.
    expect(claimed(-3000)).toBe('2026-05-01T12:00:00.000Z');
    expect(claimed(VISIBLE_DELAY_MAX_MS)).toBeDefined();
    expect(claimed(VISIBLE_DELAY_MAX_MS + 1)).toBeUndefined();
    expect(claimed(-VISIBLE_DELAY_MAX_MS - 1)).toBeUndefined();
    expect(plausiblePlayedAt(undefined, nowMs)).toBeUndefined();
  });

  it('is refused if it is not a time', async () => {
    const answer = await post(ada, grace, { message: 'hi', shown_at: 'noon' });
    expectError(answer, 'invalid_request');
  });

  it('expires from the chat after thirty days, but a replay keeps the message', async () => {
    const { id } = await say(grace, ada, { message: 'for the replay' });
    expect(await history(grace)).toContainEqual(expect.objectContaining({ id }));
    await site.table.client.send(
      new UpdateCommand({
        ...keyOf(grace, id),
        UpdateExpression: 'SET #at = :then REMOVE expires_at',
        ExpressionAttributeNames: { '#at': 'timestamp' },
        ExpressionAttributeValues: { ':then': new Date(Date.now() - CHAT_HISTORY_MS - 1000).toISOString() },
      }),
    );
    expect(await history(grace)).not.toContainEqual(expect.objectContaining({ id }));
  });
});
