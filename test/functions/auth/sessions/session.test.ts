import { describe, expect, it } from 'vitest';
import { AdminDeleteUserCommand } from '@aws-sdk/client-cognito-identity-provider';
import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { decodeJwt } from 'jose';
import { stageLimits } from '#functions/limits/stage-limits.ts';
import { expectError, expectSuccess } from '#test/support/api/contract-checks.ts';
import { localApi } from '#test/support/api/local-api.ts';

const { free } = stageLimits('cloud').guesses;
const site = await localApi();
const ada = await site.aUser({ username: 'Ada' });

const logIn = (username: unknown, password: unknown) =>
  site.api('POST', '/auth/login', { body: { username, password } });

const WRONG = 'Invalid username or password';

describe('logging in', () => {
  // spec: 3.3
  it.each(['Ada', 'ada', ' ADA '])('accepts the username in any case: %j', async (username) => {
    const { token, user } = expectSuccess('POST /auth/login', await logIn(username, ada.password));
    expect(user).toMatchObject({ id: ada.id, username: 'Ada' });
    expect(expectSuccess('GET /auth/me', await site.api('GET', '/auth/me', { token }))).toEqual(user);
  });

  it('accepts the e-mail address in any case', async () => {
    const { token, user } = expectSuccess(
      'POST /auth/login',
      await logIn(` ${ada.email.toUpperCase()} `, ada.password),
    );
    expect(user).toMatchObject({ id: ada.id, username: 'Ada' });
    expect(expectSuccess('GET /auth/me', await site.api('GET', '/auth/me', { token }))).toEqual(user);
  });

  it('refuses one account’s address with another’s password', async () => {
    const grace = await site.aUser({ email: 'grace@fans.example' });
    const answer = await logIn(grace.email, 'what ada has as a password');
    expect(expectError(answer, 'invalid_credentials')).toBe(WRONG);
  });

  // spec: 7.3
  it('issues a token that expires after 15 minutes', async () => {
    const { token } = expectSuccess('POST /auth/login', await logIn('Ada', ada.password));
    const { iat = 0, exp = 0 } = decodeJwt(token);
    expect(exp - iat).toBe(15 * 60);
  });

  it('answers a wrong password and an unknown username alike', async () => {
    const wrong = await logIn('Ada', 'not the password');
    const unknown = await logIn('nobody_here', ada.password);
    expect(expectError(wrong, 'invalid_credentials')).toBe(WRONG);
    expect(expectError(unknown, 'invalid_credentials')).toBe(WRONG);
    const unknownAddress = await logIn('nobody@fans.example', ada.password);
    expect(expectError(unknownAddress, 'invalid_credentials')).toBe(WRONG);
  });

  it.each([
    ['', 'x', 'Username is required.'],
    ['Ada', '', 'Password is required.'],
    [undefined, 'x', 'Username is required.'],
    ['Ada', 7, 'Password must be text.'],
  ])('%j with password %j is refused with words', async (username, password, words) => {
    expect(expectError(await logIn(username, password), 'invalid_request')).toBe(words);
  });

  it('answers impossible names like unknown ones', async () => {
    for (const username of ['two words', '😀', '../../etc', "' OR 1=1 --", 'x'.repeat(254)])
      expectError(await logIn(username, ada.password), 'invalid_credentials');
  });
});

describe('password guessing', () => {
  it('is refused after the free wrong passwords, except on a known device', async () => {
    const { username, password, device } = await site.aUser();
    for (let n = 0; n < free; n++) expectError(await logIn(username, `guess ${n}`), 'invalid_credentials');
    const locked = await logIn(username, password);
    expect(expectError(locked, 'too_many_requests')).toBe(
      "Too many wrong passwords. Try again in 1 minute, log in where you've logged in before, or set a new password.",
    );
    expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(0);
    const own = { body: { username, password }, headers: { cookie: device } };
    expectSuccess('POST /auth/login', await site.api('POST', '/auth/login', own));
  });

  it('locks out one unknown name and no other', async () => {
    for (let n = 0; n < 6; n++) await logIn('nobody_1', `guess ${n}`);
    expectError(await logIn('nobody_2', 'anything'), 'invalid_credentials');
    expectSuccess('POST /auth/login', await logIn('Ada', ada.password));
  });
});

describe('the current user', () => {
  // spec: 7.3
  it('is the owner of the token', async () => {
    const grace = await site.aUser();
    const me = expectSuccess('GET /auth/me', await site.api('GET', '/auth/me', { token: grace.token }));
    expect(me).toMatchObject({ id: grace.id, username: grace.username, email: grace.email });
  });

  it('is signed out after the account was deleted', async () => {
    const { id, token } = await site.aUser();
    const { TableName, client } = site.table;
    await client.send(new DeleteCommand({ TableName, Key: { pk: `CHANNEL#${id}`, sk: 'ACCOUNT' } }));
    const { UserPoolId } = site.pool.ids;
    await site.pool.client.send(new AdminDeleteUserCommand({ UserPoolId, Username: id }));
    const words = expectError(await site.api('GET', '/auth/me', { token }), 'unauthenticated');
    expect(words).toBe('This account no longer exists.');
  });
});
