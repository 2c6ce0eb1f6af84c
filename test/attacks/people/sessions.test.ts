/** What stolen and forged tokens are good for, and whom a theft keeps out. */
import { createECDH, randomBytes } from 'node:crypto';
import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, test } from 'vitest';
import { VIEWER_ADDRESS_HEADER } from '#functions/http/cdn.ts';
import { issueSessionToken, readSessionToken } from '#functions/auth/sessions/authenticator.ts';
import { SESSION_TOKEN_LIFE_S, GRACE_MS, type SessionList } from '#functions/auth/table/session-list.ts';
import { preferencesRepository } from '#functions/news/table/preferences.repository.ts';
import { createSigner } from '#functions/base/signed.ts';
import type { Session } from '#shared/people/auth.ts';
import { contract } from '#shared/contract.ts';
import { expectError, expectSuccess } from '#test/support/api/contract-checks.ts';
import {
  addressOf,
  localApi,
  TOKEN_KEY,
  type ApiAnswer,
  type TestUser,
} from '#test/support/api/local-api.ts';

const NEW_PASSWORD = 'a better password';
const UNUSED_ID = '0'.repeat(26);

const site = await localApi();
const { id: channelId } = await site.aUser();

/** What a signed-in browser has, and what is stolen with it. */
interface Loot {
  readonly token: string;
  readonly cookie: string;
}

/** The refresh cookie that was set, by its name and value. */
const cookieOf = ({ cookies }: ApiAnswer): string =>
  cookies.find((cookie) => cookie.includes('refresh='))?.split(';')[0] ?? '';
const lootOf = (answer: ApiAnswer): Loot => ({
  token: (answer.body as Session).token,
  cookie: cookieOf(answer),
});

let addresses = 0;
async function logIn({ username, password }: TestUser): Promise<Loot> {
  const headers = { [VIEWER_ADDRESS_HEADER]: `192.0.2.${++addresses}` };
  const answer = await site.api('POST', '/auth/login', { body: { username, password }, headers });
  expectSuccess('POST /auth/login', answer);
  return lootOf(answer);
}

const refresh = (cookie: string, headers = {}) =>
  site.api('POST', '/auth/refresh', { headers: { cookie, ...headers } });
/** Changes something, and nothing. */
const write = ({ token }: Loot) => site.api('DELETE', `/follows/${channelId}`, { token });
const read = ({ token }: Loot) => site.api('GET', '/follows', { token });

async function expectAlive(loot: Loot): Promise<Loot> {
  expectSuccess('DELETE /follows/{id}', await write(loot));
  const answer = await refresh(loot.cookie);
  expectSuccess('POST /auth/refresh', answer);
  return lootOf(answer);
}

async function expectWorthless(loot: Loot): Promise<void> {
  expectError(await write(loot), 'unauthenticated');
  const refused = await refresh(loot.cookie);
  expectError(refused, 'unauthenticated');
  expect(refused.cookies).toEqual([]);
}

const signedInAs = ({ token }: Loot) => readSessionToken(createSigner(TOKEN_KEY), token)!;

/** The same token, had it been issued just as long ago as one lives. */
const agedToken = (loot: Loot): string =>
  issueSessionToken(
    createSigner(TOKEN_KEY, () => Date.now() - SESSION_TOKEN_LIFE_S * 1000),
    signedInAs(loot),
    SESSION_TOKEN_LIFE_S,
  );

/** As though the session had been refreshed so much longer ago. */
async function age(loot: Loot, ms: number): Promise<void> {
  const { id } = signedInAs(loot);
  const { client, TableName } = site.table;
  const Key = { pk: `CHANNEL#${id}`, sk: 'SESSIONS' };
  const { Item } = await client.send(new GetCommand({ TableName, Key }));
  const sessions = (Item as SessionList).sessions.map((one) => ({ ...one, used_ms: one.used_ms - ms }));
  await client.send(
    new UpdateCommand({
      TableName,
      Key,
      UpdateExpression: 'SET sessions = :sessions',
      ExpressionAttributeValues: { ':sessions': sessions },
    }),
  );
}

/** What its owner may do once a device is stolen; `own` is another device. */
const WAYS: Readonly<Record<string, (owner: TestUser, own: Loot, stolen: Loot) => Promise<ApiAnswer>>> = {
  'a log-out': (_owner, _own, { cookie }) => site.api('POST', '/auth/logout', { headers: { cookie } }),
  'a change of the password': ({ password }, { token }) => {
    const body = { current_password: password, new_password: NEW_PASSWORD };
    return site.api('POST', '/auth/change-password', { token, body });
  },
  'a new password for a forgotten one': async ({ username }) => {
    await site.api('POST', '/auth/forgot-password', { body: { username } });
    const body = { username, code: site.pool.lastCode(), password: NEW_PASSWORD };
    return site.api('POST', '/auth/reset-password', { body });
  },
  'the end of that session': (_owner, { token }, stolen) =>
    site.api('DELETE', `/auth/sessions/${signedInAs(stolen).sessionId}`, { token }),
  'the end of all sessions': (_owner, { token }) => site.api('DELETE', '/auth/sessions', { token }),
  'the end of the account': ({ password }, { token }) =>
    site.api('DELETE', '/auth/me', { token, body: { password } }),
};

const KEEPS_OWN = new Set(['a log-out', 'a change of the password', 'the end of that session']);

async function subscribe({ token }: Loot, endpoint: string): Promise<void> {
  const keys = {
    p256dh: createECDH('prime256v1').generateKeys('base64url'),
    auth: randomBytes(16).toString('base64url'),
  };
  const answer = await site.api('PUT', '/news/browsers', { token, body: { endpoint, keys } });
  expectSuccess('PUT /news/browsers', answer);
}

describe('a stolen token', () => {
  test.each(Object.entries(WAYS))(
    'is useless after %s: it writes nothing, gets no pushes, and reads until it expires',
    async (way, end) => {
      const owner = await site.aUser();
      const [stolen, own] = [await logIn(owner), await logIn(owner)];
      await subscribe(stolen, 'https://fcm.googleapis.com/fcm/send/thief');
      await subscribe(own, 'https://fcm.googleapis.com/fcm/send/owner');
      await expectAlive(stolen);
      expect((await end(owner, own, stolen)).status).toBe(204);
      await expectWorthless(stolen);
      const { browsers } = await preferencesRepository(site.table).find(owner.id);
      const left = browsers.map(({ endpoint }) => endpoint.split('/').at(-1));
      expect(left).toEqual(KEEPS_OWN.has(way) ? ['owner'] : []);
      expect((await read(stolen)).status).toBe(200);
      expectError(await read({ ...stolen, token: agedToken(stolen) }), 'unauthenticated');
    },
  );

  test('is refused by every route that changes something', async () => {
    const owner = await site.aUser();
    const [stolen, own] = [await logIn(owner), await logIn(owner)];
    await site.api('DELETE', '/auth/sessions', { token: own.token });
    const routes = Object.entries(contract).filter(
      ([name, { access }]) => access === 'signed-in' && !name.startsWith('GET '),
    );
    expect(routes.length).toBeGreaterThan(20);
    const accepted: string[] = [];
    for (const [name] of routes) {
      const { method, path } = addressOf(name);
      const { status } = await site.api(method, path, { token: stolen.token, body: {} });
      if (status !== 401) accepted.push(`${name} ${status}`);
    }
    expect(accepted).toEqual([]);
  });

  test('ends with the owner’s session when both use the same refresh token', async () => {
    const owner = await site.aUser();
    const [own, other] = [await logIn(owner), await logIn(owner)];
    const thief = lootOf(await refresh(own.cookie));
    await age(own, GRACE_MS + 1);
    expectError(await refresh(own.cookie), 'unauthenticated');
    await expectWorthless(thief);
    await expectWorthless({ ...own, token: thief.token });
    await expectAlive(other);
  });
});

describe('a forged cookie', () => {
  test('is no refresh token, and ends no session', async () => {
    const [ada, eve] = [await site.aUser(), await site.aUser()];
    const [own, others] = [await logIn(ada), await logIn(eve)];
    const [name = '', value = ''] = own.cookie.split('=');
    const [account = '', session = '', secret = ''] = value.split('.');
    const [eveAccount, eveSession, eveSecret] = (others.cookie.split('=')[1] ?? '').split('.');
    const forged = [
      // Of one account with another's.
      [account, eveSession, eveSecret],
      [account, eveSession, secret],
      [eveAccount, session, secret],
      [eveAccount, session, eveSecret],
      [account, UNUSED_ID, secret],
      [account, '', secret],
      [account.toLowerCase(), session, secret],
      ['', session, secret],
      [account],
    ].map((parts) => parts.join('.'));
    for (const guess of [...forged, '', '.', '..', 'null', '%00', '%F0%9F', 'x'.repeat(4000)]) {
      const { status, cookies } = await refresh(`${name}=${guess}`);
      expect([guess, status, cookies]).toEqual([guess, 401, []]);
      await site.api('POST', '/auth/logout', { headers: { cookie: `${name}=${guess}` } });
    }
    await expectAlive(own);
    await expectAlive(others);
  });

  test.each(['cross-site', 'same-site'])(
    'from another origin (%s) neither refreshes nor ends anything',
    async (from) => {
      const own = await logIn(await site.aUser());
      const headers = { 'sec-fetch-site': from, origin: 'https://elsewhere.example' };
      const answer = await refresh(own.cookie, headers);
      expectError(answer, 'unauthenticated');
      expect(answer.cookies).toEqual([]);
      await site.api('POST', '/auth/logout', { headers: { cookie: own.cookie, ...headers } });
      await expectAlive(own);
    },
  );
});

describe('an honest user', () => {
  test('stays signed in when all tabs refresh at once', async () => {
    const owner = await site.aUser();
    const own = await logIn(owner);
    const tabs = await Promise.all(Array.from({ length: 10 }, () => refresh(own.cookie)));
    expect(tabs.map(({ status }) => status)).toEqual(tabs.map(() => 200));
    expect(new Set(tabs.map(cookieOf)).size).toBe(1);
    for (const tab of tabs) expectSuccess('DELETE /follows/{id}', await write(lootOf(tab)));
    await expectAlive(lootOf(tabs[0]!));
  });

  test('stays signed in when an answer is lost', async () => {
    const own = await logIn(await site.aUser());
    await refresh(own.cookie);
    await expectAlive(await expectAlive(own));
  });
});

describe('the session cookies', () => {
  const attributesOf = (cookies: readonly string[]) =>
    cookies.map((cookie) => [cookie.split('=')[0], ...cookie.split('; ').slice(1).toSorted()]);
  const signIn = async (scheme: 'http' | 'https') => {
    const { username, password } = await site.aUser();
    const headers = { [VIEWER_ADDRESS_HEADER]: `192.0.2.${++addresses}`, 'x-forwarded-proto': 'ftp' };
    return site.api('POST', '/auth/login', { body: { username, password }, headers, scheme });
  };
  const YEAR = 'Max-Age=31536000';
  const MONTH = 'Max-Age=2592000';
  const BOTH = ['Path=/api/auth', 'SameSite=Strict'];

  test('over https have the names and flags for it', async () => {
    const answer = await signIn('https');
    expect(attributesOf(answer.cookies)).toEqual([
      ['__Secure-refresh', 'HttpOnly', MONTH, ...BOTH, 'Secure'],
      ['__Secure-device', 'HttpOnly', YEAR, ...BOTH, 'Secure'],
    ]);
    const plain = cookieOf(answer).replace('__Secure-', '');
    expectError(await refresh(plain), 'unauthenticated');
    await expectAlive(lootOf(answer));
  });

  test('over http on one machine have none, and those of https are ignored', async () => {
    const answer = await signIn('http');
    expect(attributesOf(answer.cookies)).toEqual([
      ['refresh', 'HttpOnly', MONTH, ...BOTH],
      ['device', 'HttpOnly', YEAR, ...BOTH],
    ]);
    const ask = (cookie: string) =>
      site.api('POST', '/auth/refresh', { headers: { cookie }, scheme: 'http' });
    expectError(await ask(`__Secure-${cookieOf(answer)}`), 'unauthenticated');
    expectSuccess('POST /auth/refresh', await ask(cookieOf(answer)));
  });
});
