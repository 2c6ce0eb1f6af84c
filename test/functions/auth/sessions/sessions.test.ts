import { DeleteCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { ulid } from 'ulid';
import { describe, expect, it } from 'vitest';
import { HOUR_MS } from '#shared/plain/time.ts';
import {
  type PendingSessionEnd,
  sessionEndsRepository,
} from '#functions/auth/table/session-ends.repository.ts';
import type { Session } from '#shared/people/auth.ts';
import { expectError, expectSuccess } from '#test/support/api/contract-checks.ts';
import { localApi, type ApiAnswer, type TestUser } from '#test/support/api/local-api.ts';

const NEW_PASSWORD = 'a better password';
const ENDED = 'Your session has ended. Please log in again.';
const UNUSED_ID = '0'.repeat(26);

const site = await localApi();

/** A signed-in browser: what its scripts hold, and what it keeps from them. */
interface Device {
  readonly token: string;
  readonly cookie: string;
}

const cookieOf = ({ cookies: [cookie = ''] }: ApiAnswer): string => cookie.split(';')[0] ?? '';

async function logIn(
  { username }: TestUser,
  password: string,
  agent = 'Firefox/140',
  cookie?: string,
): Promise<Device> {
  const headers = { 'user-agent': agent, ...(cookie && { cookie }) };
  const answer = await site.api('POST', '/auth/login', { body: { username, password }, headers });
  const { token } = expectSuccess('POST /auth/login', answer);
  return { token, cookie: cookieOf(answer) };
}

const refresh = (cookie: string, headers = {}) =>
  site.api('POST', '/auth/refresh', { headers: { ...(cookie && { cookie }), ...headers } });
const logOut = (cookie: string) => site.api('POST', '/auth/logout', { headers: { cookie } });
const me = (token: string) => site.api('GET', '/auth/me', { token });
/** Changes something, and nothing. */
const write = (token: string) => site.api('DELETE', `/follows/${UNUSED_ID}`, { token });
const sessionsOf = async (token: string) =>
  expectSuccess('GET /auth/sessions', await site.api('GET', '/auth/sessions', { token }));

async function expectAlive({ token, cookie }: Device): Promise<Session> {
  expect((await write(token)).status).not.toBe(401);
  return expectSuccess('POST /auth/refresh', await refresh(cookie));
}

async function expectEnded({ token, cookie }: Device): Promise<void> {
  expect(expectError(await write(token), 'unauthenticated')).toBe(ENDED);
  expect(expectError(await refresh(cookie), 'unauthenticated')).toBe(ENDED);
}

it('end by the tick when a change that ends all was interrupted', async () => {
  const [ada, ben] = [await site.aUser(), await site.aUser()];
  const [device, other] = [await logIn(ada, ada.password), await logIn(ben, ben.password)];
  const ends = sessionEndsRepository(site.table);
  const tick = () => site.deliver({ 'detail-type': 'Scheduled Event', source: 'aws.events', detail: {} });
  await ends.begin({ id: ada.id, attempt: 'interrupted' }, Date.now() - HOUR_MS);
  await ends.begin({ id: ben.id, attempt: 'under way' }, Date.now());
  await tick();
  await expectEnded(device);
  await expectAlive(other);
  const again = await logIn(ada, ada.password);
  await tick();
  await expectAlive(again);
});

it('that cannot be ended are due again later, after the others, while ended ones are not', async () => {
  const { finishSessionEnd } = await import('#functions/auth/sessions/session-end.service.ts');
  const { deletionsRepository } = await import('#functions/auth/deletion/deletions.repository.ts');
  const ends = sessionEndsRepository(site.table);
  const [stuck, next] = [ulid(), ulid()].map((id) => ({ id, attempt: 'a' })) as [
    PendingSessionEnd,
    PendingSessionEnd,
  ];
  const nowMs = Date.now();
  await ends.begin(stuck, nowMs - HOUR_MS);
  await ends.begin(next, nowMs);
  const due = async (atMs: number) =>
    (await deletionsRepository(site.table).listDue(atMs, 1000))
      .map(({ work }) => work.id)
      .filter((id) => [stuck.id, next.id].includes(id));
  expect(await due(nowMs + 1)).toEqual([stuck.id]);
  const accounts = { findById: () => Promise.reject(new Error('Refused')) };
  const deps = { accounts, sessionEnds: ends, clock: () => nowMs + 1 } as unknown as Parameters<
    typeof finishSessionEnd
  >[0];
  await expect(finishSessionEnd(deps, stuck)).rejects.toThrow('Refused');
  expect(await due(nowMs + 60_010)).toEqual([next.id, stuck.id]);
  for (const begun of [stuck, next]) await ends.remove(begun);
  await expect(finishSessionEnd(deps, stuck)).resolves.toBeUndefined();
});

describe('the session cookie', () => {
  it('is HttpOnly, SameSite, Secure and limited to the account routes', async () => {
    const ada = await site.aUser();
    const body = { username: ada.username, password: ada.password };
    const { cookies } = await site.api('POST', '/auth/login', { body });
    const attributes = cookies[0]?.split('; ').slice(1).toSorted();
    expect(attributes).toEqual([
      'HttpOnly',
      'Max-Age=2592000',
      'Path=/api/auth',
      'SameSite=Strict',
      'Secure',
    ]);
  });

  it('is Secure whatever forwarding headers a client sends', async () => {
    const ada = await site.aUser();
    const body = { username: ada.username, password: ada.password };
    const headers = { 'x-forwarded-proto': 'http' };
    const answer = await site.api('POST', '/auth/login', { body, headers });
    expect(answer.cookies[0]).toContain('; Secure');
  });

  it('cannot be used by a page of another origin', async () => {
    const device = await logIn(...(await withPassword()));
    for (const from of ['cross-site', 'same-site'])
      expectError(await refresh(device.cookie, { 'sec-fetch-site': from }), 'unauthenticated');
    await expectAlive(device);
  });
});

const withPassword = async (): Promise<[TestUser, string]> => {
  const user = await site.aUser();
  return [user, user.password];
};

describe('a token refresh', () => {
  it('issues the next token and the next cookie', async () => {
    const [ada, password] = await withPassword();
    const device = await logIn(ada, password);
    const answer = await refresh(device.cookie);
    const { token, user } = expectSuccess('POST /auth/refresh', answer);
    expect(user).toMatchObject({ id: ada.id, username: ada.username });
    expectSuccess('GET /auth/me', await me(token));
    await expectAlive({ token, cookie: cookieOf(answer) });
  });

  it('answers two simultaneous requests alike, and the session continues', async () => {
    const device = await logIn(...(await withPassword()));
    const answers = await Promise.all([1, 2, 3, 4].map(() => refresh(device.cookie)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const cookies = new Set(answers.map(cookieOf));
    expect(cookies.size).toBe(1);
    await expectAlive({ ...device, cookie: [...cookies][0] ?? '' });
  });

  it('ends the session when an old cookie is replayed', async () => {
    const device = await logIn(...(await withPassword()));
    const second = cookieOf(await refresh(device.cookie));
    const third = cookieOf(await refresh(second));
    expectError(await refresh(device.cookie), 'unauthenticated');
    await expectEnded({ token: device.token, cookie: third });
  });

  it.each([
    '',
    '__Secure-refresh=',
    '__Secure-refresh=a.b.c',
    `__Secure-refresh=${UNUSED_ID}.${UNUSED_ID}.x`,
    '__Secure-refresh=%F0%9F',
  ])('with the cookie %j is refused', async (cookie) => {
    expect(expectError(await refresh(cookie), 'unauthenticated')).toBe(ENDED);
  });

  it('is refused after the account was deleted', async () => {
    const [ada, password] = await withPassword();
    const device = await logIn(ada, password);
    const { TableName, client } = site.table;
    await client.send(new DeleteCommand({ TableName, Key: { pk: `CHANNEL#${ada.id}`, sk: 'ACCOUNT' } }));
    expectError(await refresh(device.cookie), 'unauthenticated');
  });
});

describe('a session', () => {
  it('ends at once for writes, and for reads when the token expires', async () => {
    const device = await logIn(...(await withPassword()));
    expectSuccess('POST /auth/logout', await logOut(device.cookie));
    await expectEnded(device);
    expectSuccess('GET /auth/me', await me(device.token));
  });

  it('ends by its own log-out, and no other session does', async () => {
    const [ada, password] = await withPassword();
    const [laptop, phone] = [await logIn(ada, password), await logIn(ada, password)];
    const answer = await logOut(laptop.cookie);
    expect(answer.cookies[0]).toMatch(/^__Secure-refresh=; Max-Age=0; /);
    await expectEnded(laptop);
    await expectAlive(phone);
  });

  it('ends when its browser logs in again, to any account, and no other session does', async () => {
    const [ada, password] = await withPassword();
    const [laptop, phone] = [await logIn(ada, password), await logIn(ada, password)];
    const again = await logIn(ada, password, undefined, laptop.cookie);
    await expectEnded(laptop);
    const bea = await site.aUser();
    const other = await logIn(bea, bea.password, undefined, again.cookie);
    await expectEnded(again);
    const body = { username: `${bea.username}_2`, email: `2${bea.email}`, password };
    const answer = await site.api('POST', '/auth/signup', { body, headers: { cookie: other.cookie } });
    expectSuccess('POST /auth/signup', answer);
    await expectEnded(other);
    await expectAlive(phone);
  });

  it('goes on when a log-in from its browser fails', async () => {
    const [ada, password] = await withPassword();
    const device = await logIn(ada, password);
    const body = { username: ada.username, password: `${password}x` };
    const answer = await site.api('POST', '/auth/login', { body, headers: { cookie: device.cookie } });
    expectError(answer, 'invalid_credentials');
    await expectAlive(device);
  });

  it('can be ended by its token, for programs without cookies', async () => {
    const device = await logIn(...(await withPassword()));
    expectSuccess('POST /auth/logout', await site.api('POST', '/auth/logout', { token: device.token }));
    await expectEnded(device);
  });

  it('is not ended by a guessed cookie', async () => {
    const device = await logIn(...(await withPassword()));
    await logOut(device.cookie.replace(/[^.]+$/, 'guess'));
    await expectAlive(device);
  });

  it('ends when another session changes the password', async () => {
    const [ada, password] = await withPassword();
    const [thief, owner] = [await logIn(ada, password), await logIn(ada, password)];
    const body = { current_password: password, new_password: NEW_PASSWORD };
    const answer = await site.api('POST', '/auth/change-password', { token: owner.token, body });
    expectSuccess('POST /auth/change-password', answer);
    await expectEnded(thief);
    await expectAlive(owner);
  });

  it('ends when the password is reset', async () => {
    const [ada, password] = await withPassword();
    const device = await logIn(ada, password);
    await site.api('POST', '/auth/forgot-password', { body: { username: ada.username } });
    const body = { username: ada.username, code: site.pool.lastCode(), password: NEW_PASSWORD };
    expectSuccess('POST /auth/reset-password', await site.api('POST', '/auth/reset-password', { body }));
    await expectEnded(device);
  });

  it('ends when the user signs out everywhere', async () => {
    const [ada, password] = await withPassword();
    const devices = [await logIn(ada, password), await logIn(ada, password)];
    const { token } = devices[0]!;
    expectSuccess('DELETE /auth/sessions', await site.api('DELETE', '/auth/sessions', { token }));
    for (const device of devices) await expectEnded(device);
  });

  it('ends when the account’s record of it is gone', async () => {
    const [ada, password] = await withPassword();
    const device = await logIn(ada, password);
    const { TableName, client } = site.table;
    await client.send(new DeleteCommand({ TableName, Key: { pk: `CHANNEL#${ada.id}`, sk: 'SESSIONS' } }));
    await expectEnded(device);
  });

  it('can be ended from the list of devices', async () => {
    const [ada, password] = await withPassword();
    const phone = await logIn(
      ada,
      password,
      'Mozilla/5.0 (Linux; Android 10; K) Chrome/140.0.0.0 Safari/537.36',
    );
    const laptop = await logIn(ada, password, 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0');
    const [here, other, signup] = await sessionsOf(laptop.token);
    expect(here).toMatchObject({ device: 'Firefox on Linux', is_current: true });
    expect(other).toMatchObject({ device: 'Chrome on Android', is_current: false });
    expect(signup).toMatchObject({ is_current: false });
    const path = `/auth/sessions/${other?.id}`;
    for (const token of [laptop.token, laptop.token])
      expectSuccess('DELETE /auth/sessions/{id}', await site.api('DELETE', path, { token }));
    await expectEnded(phone);
    await expectAlive(laptop);
  });

  it('cannot be ended by another account', async () => {
    const [ada, password] = await withPassword();
    const [device, eve] = [await logIn(ada, password), await site.aUser()];
    const [{ id } = { id: '' }] = await sessionsOf(device.token);
    await site.api('DELETE', `/auth/sessions/${id}`, { token: eve.token });
    await expectAlive(device);
  });
});

it('the table holds no refresh token', async () => {
  const [ada, password] = await withPassword();
  const { cookie } = await logIn(ada, password);
  const { TableName, client } = site.table;
  const { Items } = await client.send(
    new QueryCommand({
      TableName,
      KeyConditionExpression: 'pk = :own',
      ExpressionAttributeValues: { ':own': `CHANNEL#${ada.id}` },
    }),
  );
  expect(Items?.length).toBeGreaterThan(1);
  expect(JSON.stringify(Items)).not.toContain(cookie.split('.').at(-1));
});
