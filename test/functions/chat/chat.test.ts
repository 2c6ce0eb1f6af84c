import { DeleteCommand, GetCommand, PutCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { ulid } from 'ulid';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { roomKey } from '#functions/chat/rooms/room.item.ts';
import type { ChatMessage } from '#shared/community/chat.ts';
import { CHAT_RATE_MESSAGES } from '#shared/limits.ts';
import { expectError, expectSuccess } from '#test/support/api/contract-checks.ts';
import { localApi, type TestUser } from '#test/support/api/local-api.ts';
import { passTo } from '#test/support/api/passes.ts';
import { listenToChannel } from '#test/support/stand-ins/channel-listener.ts';
import type { RealtimeClient } from '#test/support/stand-ins/realtime-client.ts';

const THIRTY_DAYS_MS = 30 * 24 * 60 * 60_000;

let ada: TestUser;
let grace: TestUser;

const site = await localApi({ realtime: true });
beforeEach(async () => {
  [ada, grace] = [await site.aUser(), await site.aUser()];
});

const UNKNOWN_ID = '01ARZ3NDEKTSV4RRFFQ69G5FAV';

const post = (chat: { id: string }, author: TestUser | undefined, body: unknown, key?: string) =>
  site.api('POST', `/chat/${chat.id}`, {
    token: author?.token,
    body,
    ...(key !== undefined && { headers: { 'idempotency-key': key } }),
  });
const say = async (
  chat: { id: string },
  author: TestUser,
  message: string,
  key?: string,
): Promise<ChatMessage> => expectSuccess('POST /chat/{id}', await post(chat, author, { message }, key));
const history = async ({ id }: { id: string }, query = ''): Promise<ChatMessage[]> =>
  expectSuccess('GET /chat/{id}', await site.api('GET', `/chat/${id}${query}`));
const texts = (messages: readonly ChatMessage[]) => messages.map(({ message }) => message);

/** Lets somebody write more than the limit: forgets when they wrote. */
async function forgetTurns({ id }: TestUser): Promise<void> {
  const { client, TableName } = site.table;
  const Key = { pk: `CHAT_AUTHOR#${id}`, sk: 'SENT' };
  const { Item } = await client.send(new GetCommand({ TableName, Key }));
  const longAgo = ((Item?.['sent_ms'] ?? []) as number[]).map((timeMs) => timeMs - 60_000);
  await client.send(
    new UpdateCommand({
      TableName,
      Key,
      UpdateExpression: 'SET sent_ms = :sent, last_ms = :last',
      ExpressionAttributeValues: { ':sent': longAgo, ':last': longAgo.at(-1) },
    }),
  );
}

async function listener({ id }: { id: string }): Promise<RealtimeClient> {
  const { realtime } = site;
  if (!realtime) throw new Error('The site has no realtime stand-in');
  return listenToChannel(realtime, id, await passTo(site, 'channel', id));
}

describe('the history from a time on', () => {
  it('is read forwards, without removed and cleared messages', async () => {
    for (const text of ['one', 'two', 'three', 'four']) await say(ada, grace, text);
    await forgetTurns(grace);
    const [one, two, three] = await history(ada);
    expect(texts(await history(ada, `?after=${ulid(1)}&limit=2`))).toEqual(['one', 'two']);
    expect(texts(await history(ada, `?after=${one!.id}&limit=2`))).toEqual(['two', 'three']);
    expect(texts(await history(ada, `?after=${ulid()}`))).toEqual([]);
    await site.api('DELETE', `/rooms/${ada.id}/messages/${two!.id}`, { token: ada.token });
    expect(texts(await history(ada, `?after=${one!.id}&limit=2`))).toEqual(['three', 'four']);
    const cleared = { ...roomKey(ada.id), cleared_id: three!.id };
    await site.table.client.send(new PutCommand({ TableName: site.table.TableName, Item: cleared }));
    expect(texts(await history(ada, `?after=${ulid(1)}&limit=2`))).toEqual(['four']);
  });
});

describe('a message', () => {
  // spec: 3.2, 7.9
  it('appears in the chat under its author’s current name', async () => {
    const message = await say(ada, grace, 'Which bearings are these?');
    expect(message).toMatchObject({ username: grace.username, message: 'Which bearings are these?' });
    expect(Math.abs(Date.now() - Date.parse(message.timestamp))).toBeLessThan(5000);
    expect(await history(ada)).toEqual([message]);
    expect(await history(grace)).toEqual([]);
  });

  it('reaches open pages as it is in the history', async () => {
    const [here, elsewhere] = [await listener(ada), await listener(grace)];
    const message = await say(ada, grace, 'Überall “Fans” 🌀');
    const { type, event } = await here.next();
    expect(type).toBe('data');
    expect(JSON.parse(String(event))).toEqual({ events: [{ type: 'message', message }] });
    await say(grace, ada, 'Elsewhere');
    expect(JSON.parse(String((await elsewhere.next())['event']))).toMatchObject({
      events: [{ message: { message: 'Elsewhere' } }],
    });
    here.close();
    elsewhere.close();
  });

  it('is trimmed and may have 500 characters of any kind', async () => {
    expect(await say(ada, ada, '  quiet  ')).toMatchObject({ message: 'quiet' });
    const long = '<b>🌀'.repeat(100);
    expect(await say(ada, ada, long)).toMatchObject({ message: long });
    expect(texts(await history(ada))).toEqual(['quiet', long]);
  });

  it.each([
    [{ message: '' }, 'Message is required.'],
    [{ message: ' \n\t ' }, 'Message is required.'],
    [{}, 'Message is required.'],
    [{ message: 7 }, 'Message must be text.'],
    [{ message: 'x'.repeat(501) }, 'Message must have at most 500 characters.'],
    [{ message: 'hi', username: 'somebody_else' }, 'Unknown field: username.'],
    [{ message: 'hi', id: UNKNOWN_ID }, 'Unknown field: id.'],
    ['{', 'The body is not valid JSON.'],
  ])('%o is refused and changes nothing', async (body, words) => {
    expect(expectError(await post(ada, grace, body), 'invalid_request')).toBe(words);
    expect(await history(ada)).toEqual([]);
  });

  it('is refused for signed-out visitors', async () => {
    expect(expectError(await post(ada, undefined, { message: 'hi' }), 'unauthenticated')).toBe(
      'Please log in.',
    );
    expect(await history(ada)).toEqual([]);
  });

  it('is refused for an unknown channel', async () => {
    expect(expectError(await post({ id: UNKNOWN_ID }, ada, { message: 'hi' }), 'not_found')).toBe(
      'Channel not found',
    );
    expectError(await post({ id: 'not-an-id' }, ada, { message: 'hi' }), 'invalid_request');
  });
});

describe('a repeated idempotency key', () => {
  it('answers with the first message and writes nothing, whatever the body', async () => {
    const first = await say(ada, grace, 'once', 'key-1');
    expect(await say(ada, grace, 'once', 'key-1')).toEqual(first);
    expect(await say(ada, grace, 'something else', 'key-1')).toEqual(first);
    expect(await history(ada)).toEqual([first]);
  });

  it('in parallel requests writes one message', async () => {
    const messages = await Promise.all(Array.from({ length: 5 }, () => say(ada, grace, 'once', 'key-1')));
    expect(new Set(messages.map(({ id }) => id)).size).toBe(1);
    expect(await history(ada)).toHaveLength(1);
  });

  it('does not count against the rate limit', async () => {
    for (let n = 0; n <= CHAT_RATE_MESSAGES; n++) await say(ada, grace, 'once', 'key-1');
    expect(await say(ada, grace, 'twice', 'key-2')).toMatchObject({ message: 'twice' });
  });

  it('of another user or in another chat writes another message', async () => {
    await say(ada, grace, 'of Grace', 'key-1');
    await say(ada, ada, 'of Ada', 'key-1');
    await say(grace, grace, 'at home', 'key-1');
    expect(texts(await history(ada))).toEqual(['of Grace', 'of Ada']);
    expect(texts(await history(grace))).toEqual(['at home']);
  });

  it.each(['!', '~'.repeat(64), '#a#b'])('may be %j', async (key) => {
    const first = await say(ada, grace, 'once', key);
    expect(await say(ada, grace, 'once', key)).toEqual(first);
  });

  it.each(['x'.repeat(65), 'two words', 'a\tb'])('may not be %j', async (key) => {
    const answer = await post(ada, grace, { message: 'hi' }, key);
    expect(expectError(answer, 'invalid_request')).toBe(
      'idempotency-key must have 1 to 64 visible ASCII characters.',
    );
  });
});

describe('an author who writes too fast', () => {
  it('is refused with the time to wait, and others are not', async () => {
    await Promise.all(Array.from({ length: CHAT_RATE_MESSAGES }, (_, n) => say(ada, grace, `message ${n}`)));
    const answer = await post(ada, grace, { message: 'one more' });
    expect(expectError(answer, 'too_many_requests')).toBe('You are writing very fast. Please wait a moment.');
    const retryAfterS = Number(answer.headers.get('retry-after'));
    expect(retryAfterS).toBeGreaterThanOrEqual(1);
    expect(retryAfterS).toBeLessThanOrEqual(10);
    expectError(await post(grace, grace, { message: 'elsewhere' }), 'too_many_requests');
    await say(ada, ada, 'me, however');
    expect(await history(ada)).toHaveLength(CHAT_RATE_MESSAGES + 1);
  });

  it('is not refused because another server’s clock runs ahead', async () => {
    const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 500);
    await say(ada, grace, 'by a clock that runs ahead');
    clock.mockRestore();
    await say(ada, grace, 'by one that does not');
    expect((await history(ada)).map(({ message }) => message)).toEqual([
      'by a clock that runs ahead',
      'by one that does not',
    ]);
  });

  it('may not write more by parallel requests', async () => {
    const answers = await Promise.all(
      Array.from({ length: 3 * CHAT_RATE_MESSAGES }, (_, n) => post(ada, grace, { message: `message ${n}` })),
    );
    const written = answers.filter(({ status }) => status === 201);
    const refused = answers.filter(({ status }) => status === 429);
    expect(written).toHaveLength(CHAT_RATE_MESSAGES);
    expect(refused).toHaveLength(2 * CHAT_RATE_MESSAGES);
    expect(await history(ada)).toHaveLength(CHAT_RATE_MESSAGES);
  });
});

describe('the history', () => {
  // spec: 7.8
  it('has the newest messages, oldest first, and pages back from any of them', async () => {
    for (let n = 0; n < 12; n++) {
      if (n === 6) await forgetTurns(grace);
      await say(ada, grace, `message ${n}`);
    }
    const newest = await history(ada, '?limit=5');
    expect(texts(newest)).toEqual([7, 8, 9, 10, 11].map((n) => `message ${n}`));
    const older = await history(ada, `?limit=5&before=${newest[0]?.id}`);
    expect(texts(older)).toEqual([2, 3, 4, 5, 6].map((n) => `message ${n}`));
    const oldest = await history(ada, `?limit=5&before=${older[0]?.id}`);
    expect(texts(oldest)).toEqual(['message 0', 'message 1']);
    expect(await history(ada, `?before=${oldest[0]?.id}`)).toEqual([]);
    expect(await history(ada)).toEqual([...oldest, ...older, ...newest]);
  });

  it('expires messages after thirty days, on time', async () => {
    const { id } = await say(ada, grace, 'for now');
    const { client, TableName } = site.table;
    const Key = { pk: `CHAT#${ada.id}`, sk: id };
    const { Item } = await client.send(new GetCommand({ TableName, Key }));
    const expiresInMs = Number(Item?.['expires_at']) * 1000 - Date.now();
    expect(Math.abs(expiresInMs - THIRTY_DAYS_MS)).toBeLessThan(60_000);
    await client.send(
      new UpdateCommand({
        TableName,
        Key,
        UpdateExpression: 'SET expires_at = :now',
        ExpressionAttributeValues: { ':now': Math.floor(Date.now() / 1000) },
      }),
    );
    expect(await history(ada)).toEqual([]);
  });

  it('stores nothing without an expiry', async () => {
    await say(ada, grace, 'once', 'key-1');
    const { client, TableName } = site.table;
    for (const pk of [`CHAT#${ada.id}`, `CHAT_AUTHOR#${grace.id}`]) {
      const query = {
        TableName,
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': pk },
      };
      const { Items = [] } = await client.send(new QueryCommand(query));
      expect(Items.length).toBeGreaterThan(0);
      for (const item of Items) expect(item['expires_at']).toEqual(expect.any(Number));
    }
  });

  it.each([
    ['?limit=0', 'limit must be at least 1.'],
    ['?limit=101', 'limit must be at most 100.'],
    ['?limit=1.5', 'limit must be a whole number.'],
    ['?limit=many', 'limit must be a number.'],
    ['?before=yesterday', 'before is not a valid ID.'],
  ])('is refused with the query %s', async (query, words) => {
    const answer = await site.api('GET', `/chat/${ada.id}${query}`);
    expect(expectError(answer, 'invalid_request')).toBe(words);
  });

  it('is refused for an unknown channel', async () => {
    expectError(await site.api('GET', `/chat/${UNKNOWN_ID}`), 'not_found');
    expectError(await site.api('GET', '/chat/not-an-id'), 'invalid_request');
  });
});

it('refuses a message of a deleted account whose token is still valid', async () => {
  const { client, TableName } = site.table;
  const Key = { pk: `CHANNEL#${grace.id}`, sk: 'CHANNEL' };
  await client.send(new DeleteCommand({ TableName, Key }));
  expectError(await post(ada, grace, { message: 'a ghost' }), 'not_found');
  expect(await history(ada)).toEqual([]);
});

it('names the idempotency header in the API’s description', async () => {
  const { body } = await site.api('GET', '/openapi.json');
  expect(body).toHaveProperty(
    ['paths', '/chat/{id}', 'post', 'parameters'],
    expect.arrayContaining([expect.objectContaining({ in: 'header', name: 'idempotency-key' })]),
  );
});

it('answers GET /realtime with the endpoint and without a key', async () => {
  const answer = await site.api('GET', '/realtime');
  expect(expectSuccess('GET /realtime', answer)).toEqual({
    endpoint: site.realtime?.url,
    region: 'us-east-1',
  });
});

// It ends the stand-in, so it is the last one.
it('writes a message during an outage of AppSync and logs the failure without its text', async () => {
  await site.realtime?.close();
  site.log.clear();
  const message = await say(ada, grace, 'unheard secret');
  expect(await history(ada)).toEqual([message]);
  expect(site.log.entries()).toContainEqual(
    expect.objectContaining({ level: 'error', step: 'realtime.publish' }),
  );
  expect(site.log.lines.join('')).not.toContain('unheard secret');
});
