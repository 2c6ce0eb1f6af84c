/** Access tokens: what they are good for, how they are listed, and what ends them. */
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { newAccessToken } from '#functions/auth/table/access-token.ts';
import { callerOfToken } from '#functions/auth/sessions/caller-of-token.ts';
import { NO_SESSIONS, type SessionList } from '#functions/auth/table/session-list.ts';
import { ACCESS_TOKEN_LIFE_MAX_MS, MAX_ACCESS_TOKENS } from '#shared/limits.ts';
import type { Scope } from '#shared/plain/scopes.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/plain/time.ts';
import { expectError, expectSuccess } from '#test/support/api/contract-checks.ts';
import { localApi, type TestUser } from '#test/support/api/local-api.ts';

// Before the Lambdas are loaded, which take the clock that they find.
vi.useFakeTimers({ toFake: ['Date'] });
const site = await localApi({ mail: true });

const wait = (ms: number): void => void vi.setSystemTime(Date.now() + ms);
afterEach(() => void vi.setSystemTime(performance.timeOrigin + performance.now()));

const inDays = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString();

async function create(
  user: TestUser,
  scopes: readonly Scope[],
  { name = 'nightly bot', expires_at = inDays(30) } = {},
) {
  const body = { name, scopes, expires_at, password: user.password };
  const answer = await site.api('POST', '/auth/access-tokens', { token: user.token, body });
  return expectSuccess('POST /auth/access-tokens', answer);
}

async function listOf({ token }: TestUser) {
  return expectSuccess('GET /auth/access-tokens', await site.api('GET', '/auth/access-tokens', { token }));
}

const write = (token: string, channelId: string, message = 'Hello') =>
  site.api('POST', `/chat/${channelId}`, { token, body: { message } });

describe('an access token', () => {
  it('is given once, in a form that scanners recognise, and listed without its secret', async () => {
    const ada = await site.aUser();
    const { token, access_token } = await create(ada, ['stream:manage', 'chat:write']);
    expect(token).toMatch(/^fanfare_pat_[0-9A-Z]{26}_[\w-]{43}$/);
    expect(access_token).toMatchObject({
      name: 'nightly bot',
      scopes: ['chat:write', 'stream:manage'],
      last_used_at: null,
      expires_at: inDays(30),
    });
    expect(await listOf(ada)).toEqual([access_token]);
    const secret = token.split('_').at(-1)!;
    expect(JSON.stringify(await listOf(ada))).not.toContain(secret);
  });

  it('writes messages that name the program, also in the history', async () => {
    const ada = await site.aUser();
    const { token } = await create(ada, ['chat:write']);
    const message = expectSuccess('POST /chat/{id}', await write(token, ada.id));
    expect(message).toMatchObject({
      username: ada.username,
      via: 'nightly bot',
      badges: ['streamer', 'bot'],
    });
    const own = expectSuccess('POST /chat/{id}', await write(ada.token, ada.id));
    expect(own).toMatchObject({ badges: ['streamer'] });
    expect(own).not.toHaveProperty('via');
    const history = await site.api('GET', `/chat/${ada.id}`);
    expect(history.body).toMatchObject([message, own]);
  });

  it('shows when it was used', async () => {
    const ada = await site.aUser();
    const { token } = await create(ada, ['stream:manage']);
    expectSuccess('GET /streaming/status', await site.api('GET', '/streaming/status', { token }));
    expect(await listOf(ada)).toMatchObject([{ last_used_at: new Date().toISOString() }]);
  });

  it('has its use noted once an hour, and works where that fails', async () => {
    const { token, record } = newAccessToken('0'.repeat(26), {
      id: 'one',
      name: 'bot',
      scopes: ['chat:read'],
      created_ms: 0,
      expires_ms: DAY_MS,
    });
    let list: SessionList = { ...NO_SESSIONS, tokens: [record] };
    const replace = vi.fn(async (_id: string, _known: SessionList, next: SessionList) => {
      list = next;
      return true;
    });
    const request = { isWrite: false, isOpenToSuspended: false, scope: 'chat:read' } as const;
    const use = (nowMs: number) => callerOfToken({ find: async () => list, replace }, token, request, nowMs);
    for (const nowMs of [HOUR_MS, 2 * HOUR_MS - 1]) await use(nowMs);
    expect(replace).toHaveBeenCalledTimes(1);
    expect(list.tokens).toMatchObject([{ used_ms: HOUR_MS }]);
    replace.mockRejectedValueOnce(new Error('The table is busy'));
    expect(await use(2 * HOUR_MS)).toMatchObject({ via: 'bot' });
    await use(2 * HOUR_MS);
    expect(list.tokens).toMatchObject([{ used_ms: 2 * HOUR_MS }]);
  });

  it('is refused when its time is over, and when it was revoked', async () => {
    const ada = await site.aUser();
    const expires_at = new Date(Date.now() + 10 * MINUTE_MS).toISOString();
    const short = await create(ada, ['chat:write'], { expires_at });
    wait(10 * MINUTE_MS - 1);
    expectSuccess('POST /chat/{id}', await write(short.token, ada.id));
    wait(1);
    expectError(await write(short.token, ada.id), 'unauthenticated');
    expect(await listOf(ada)).toEqual([]);

    const second = await create(ada, ['chat:write']);
    const path = `/auth/access-tokens/${second.access_token.id}`;
    for (const _ of [1, 2]) {
      const answer = await site.api('DELETE', path, { token: ada.token });
      expectSuccess('DELETE /auth/access-tokens/{id}', answer);
    }
    expectError(await write(second.token, ada.id), 'unauthenticated');
  });

  it('ends with the password', async () => {
    const ada = await site.aProvenUser();
    const { token } = await create(ada, ['chat:write']);
    await site.api('POST', '/auth/forgot-password', { body: { username: ada.username } });
    const code = site.pool.lastCodeTo(ada.email);
    const body = { username: ada.username, code, password: 'a better password' };
    expectSuccess('POST /auth/reset-password', await site.api('POST', '/auth/reset-password', { body }));
    expectError(await write(token, ada.id), 'unauthenticated');
  });

  it('is kept for longer than the sessions beside it', async () => {
    const ada = await site.aUser();
    await create(ada, ['chat:write'], { expires_at: inDays(200) });
    const Key = { pk: `CHANNEL#${ada.id}`, sk: 'SESSIONS' };
    const { TableName, client } = site.table;
    const { Item } = await client.send(new GetCommand({ TableName, Key }));
    expect(Item).toMatchObject({ expires_at: Math.ceil(Date.parse(inDays(200)) / 1000) });
  });
});

describe('creating an access token', () => {
  it('needs the password, and mails the owner', async () => {
    const ada = await site.aProvenUser();
    const before = site.pool.mailsTo(ada.email).length;
    const body = { name: 'bot', scopes: ['chat:write'], expires_at: inDays(1), password: 'a wrong one' };
    expectError(await site.api('POST', '/auth/access-tokens', { token: ada.token, body }), 'forbidden');
    expect(site.pool.mailsTo(ada.email)).toHaveLength(before);
    await create(ada, ['chat:write']);
    expect(site.pool.mailsTo(ada.email).slice(before)).toMatchObject([
      { subject: 'An access token was created on Fanfare' },
    ]);
  });

  it.each([
    ['an end in the past', { expires_at: new Date(0).toISOString() }],
    [
      'an end after more than a year',
      () => ({ expires_at: new Date(Date.now() + ACCESS_TOKEN_LIFE_MAX_MS + 1).toISOString() }),
    ],
    ['no scope', { scopes: [] }],
    ['an unknown scope', { scopes: ['site:admin'] }],
    ['an invisible name', { name: '\u200B' }],
  ])('refuses %s', async (_, wrong) => {
    const ada = await site.aUser();
    const given = typeof wrong === 'function' ? wrong() : wrong;
    const body = {
      name: 'bot',
      scopes: ['chat:write'],
      expires_at: inDays(1),
      password: ada.password,
      ...given,
    };
    expectError(await site.api('POST', '/auth/access-tokens', { token: ada.token, body }), 'invalid_request');
    expect(await listOf(ada)).toEqual([]);
  });

  it('stops at the limit, also when many are created at once; a revoked one makes room', async () => {
    const ada = await site.aUser();
    for (let n = 1; n < MAX_ACCESS_TOKENS; n++) await create(ada, ['chat:write'], { name: `bot ${n}` });
    const body = { name: 'last', scopes: ['chat:write'], expires_at: inDays(1), password: ada.password };
    const answers = await Promise.all(
      [1, 2].map(() => site.api('POST', '/auth/access-tokens', { token: ada.token, body })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    const [newest] = await listOf(ada);
    await site.api('DELETE', `/auth/access-tokens/${newest!.id}`, { token: ada.token });
    await create(ada, ['chat:write']);
    expect(await listOf(ada)).toHaveLength(MAX_ACCESS_TOKENS);
  });
});
