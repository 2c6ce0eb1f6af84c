import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { expectError, expectSuccess } from '#test/support/api/contract-checks.ts';
import { localApi, type TestUser } from '#test/support/api/local-api.ts';
import {
  beginTwoFactor,
  codeOf,
  logInWith,
  nextCodeOf,
  pass,
  withSecondFactor,
  wrongCodeOf,
  type TwoFactorUser,
} from '#test/support/api/second-factors.ts';
import { readAll } from '#test/support/api/table/table-reader.ts';

const NOT_RIGHT = 'The code is wrong or has already been used.';
const UNUSED_ID = '0'.repeat(26);

// Before the Lambdas are loaded, which take their clock from it.
vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
const site = await localApi();
afterAll(() => vi.useRealTimers());

const stateOf = async ({ token }: Pick<TestUser, 'token'>) =>
  expectSuccess('GET /auth/two-factor', await site.api('GET', '/auth/two-factor', { token }));
const begin = ({ token, password }: TestUser, given = password) =>
  site.api('POST', '/auth/two-factor', { token, body: { password: given } });
const confirm = ({ token }: TestUser, code: string) =>
  site.api('POST', '/auth/two-factor/confirm', { token, body: { code } });
const turnOff = ({ token, password }: TestUser, code: string, given = password) =>
  site.api('DELETE', '/auth/two-factor', { token, body: { password: given, code } });
const renew = ({ token, password }: TestUser, code: string, given = password) =>
  site.api('POST', '/auth/two-factor/recovery-codes', { token, body: { password: given, code } });
const logIn = (user: TestUser, code?: string) => logInWith(site, user, code);
const expectLoggedIn = async (user: TestUser, code?: string) =>
  expectSuccess('POST /auth/login', await logIn(user, code));

describe('turning two-factor log-in on', () => {
  it('requires the password and an app code, and shows the recovery codes', async () => {
    const ada = await site.aUser();
    expect(await stateOf(ada)).toEqual({ is_on: false, recovery_codes_left: 0 });
    const { secret, url } = await beginTwoFactor(site, ada);
    expect(new URL(url).searchParams.get('secret')).toBe(secret);
    expect(decodeURIComponent(url)).toContain(`Fanfare:${ada.username}`);
    const answer = await confirm(ada, codeOf(secret));
    const { recovery_codes } = expectSuccess('POST /auth/two-factor/confirm', answer);
    expect(recovery_codes).toHaveLength(10);
    expect(await stateOf(ada)).toEqual({ is_on: true, recovery_codes_left: 10 });
  });

  it('is effective only after it was confirmed', async () => {
    const ada = await site.aUser();
    const { secret } = await beginTwoFactor(site, ada);
    expect(expectError(await confirm(ada, wrongCodeOf(secret)), 'invalid_request')).toBe(NOT_RIGHT);
    expect(await stateOf(ada)).toEqual({ is_on: false, recovery_codes_left: 0 });
    await expectLoggedIn(ada);
  });

  it('is refused for a wrong password, and without a started set-up', async () => {
    const ada = await site.aUser();
    expect(expectError(await begin(ada, 'not her password'), 'forbidden')).toBe('The password is wrong.');
    expectError(await confirm(ada, '123456'), 'conflict');
  });

  it('voids the earlier secret when it is started again', async () => {
    const ada = await site.aUser();
    const { secret: first } = await beginTwoFactor(site, ada);
    const { secret: second } = await beginTwoFactor(site, ada);
    expectError(await confirm(ada, codeOf(first)), 'invalid_request');
    expectSuccess('POST /auth/two-factor/confirm', await confirm(ada, codeOf(second)));
  });

  it('is refused when it is on, and keeps the app’s secret', async () => {
    const ada = await withSecondFactor(site);
    expectError(await begin(ada), 'conflict');
    expectError(await confirm(ada, nextCodeOf(ada.secret)), 'conflict');
    await expectLoggedIn(ada, nextCodeOf(ada.secret));
  });

  it('ends every other session, and is logged without its secret', async () => {
    const ada = await site.aUser();
    const other = await expectLoggedIn(ada);
    const { secret } = await beginTwoFactor(site, ada);
    site.log.clear();
    const answer = await confirm(ada, codeOf(secret));
    const { recovery_codes } = expectSuccess('POST /auth/two-factor/confirm', answer);
    expect(site.log.entries()).toEqual([
      expect.objectContaining({ caller: ada.id, second_factor: 'turned on', status: 200 }),
    ]);
    expect(answer.cookies.join()).toContain('device=');
    for (const reported of [secret, ...recovery_codes]) expect(site.log.lines.join()).not.toContain(reported);
    const write = (token: string) => site.api('DELETE', `/follows/${UNUSED_ID}`, { token });
    expectError(await write(other.token), 'unauthenticated');
    expect((await write(ada.token)).status).not.toBe(401);
  });
});

describe('two-factor log-in', () => {
  let ada: TwoFactorUser;
  beforeEach(async () => {
    ada = await withSecondFactor(site);
  });

  it('asks for a code only after the right password', async () => {
    const asked = await logIn(ada);
    expect(expectError(asked, 'second_factor_required')).toBe('Enter the code from your authenticator app.');
    expect([asked.status, asked.cookies]).toEqual([403, []]);
    const wrong = await logIn({ ...ada, password: 'not her password' }, nextCodeOf(ada.secret));
    expect(expectError(wrong, 'invalid_credentials')).toBe('Invalid username or password');
    // That code was not used up by it.
    await expectLoggedIn(ada, codeOf(ada.secret));
  });

  it('accepts a code once', async () => {
    const code = nextCodeOf(ada.secret);
    await expectLoggedIn(ada, code);
    expect(expectError(await logIn(ada, code), 'invalid_credentials')).toBe(NOT_RIGHT);
    await expectLoggedIn(ada, nextCodeOf(ada.secret));
  });

  it('accepts each recovery code once', async () => {
    const [first, second] = ada.recoveryCodes;
    const { token } = await expectLoggedIn(ada, first);
    expect(await stateOf({ token })).toEqual({ is_on: true, recovery_codes_left: 9 });
    expect(expectError(await logIn(ada, first), 'invalid_credentials')).toBe(NOT_RIGHT);
    await expectLoggedIn(ada, second?.toLowerCase());
  });

  it('delays after wrong codes, and then accepts the right one', async () => {
    for (let n = 0; n < 5; n += 1)
      expect(expectError(await logIn(ada, wrongCodeOf(ada.secret)), 'invalid_credentials')).toBe(NOT_RIGHT);
    const reported = await logIn(ada, codeOf(ada.secret));
    expect(expectError(reported, 'too_many_requests')).toBe(
      'Too many wrong codes. Please try again in 1 minute.',
    );
    expect(reported.headers.get('retry-after')).toBe('30');
    pass(30_000);
    await expectLoggedIn(ada, codeOf(ada.secret));
  });

  it('counts no code that comes with a wrong password', async () => {
    for (let n = 0; n < 2; n += 1) await logIn({ ...ada, password: `guess ${n}` }, '000000');
    for (let n = 0; n < 4; n += 1) await logIn(ada, wrongCodeOf(ada.secret));
    await expectLoggedIn(ada, nextCodeOf(ada.secret));
  });

  it('logs that a code was asked for, and never the code', async () => {
    site.log.clear();
    const code = nextCodeOf(ada.secret);
    await expectLoggedIn(ada, code);
    expect(site.log.entries()).toEqual([
      expect.objectContaining({ account: ada.id, second_factor: 'asked for', status: 200 }),
    ]);
    expect(site.log.lines.join()).not.toContain(code);
  });

  it('stays on after a password reset', async () => {
    await site.api('POST', '/auth/forgot-password', { body: { username: ada.username } });
    const body = { username: ada.username, code: site.pool.lastCode(), password: 'quite another one' };
    expectSuccess('POST /auth/reset-password', await site.api('POST', '/auth/reset-password', { body }));
    const again = { ...ada, password: body.password };
    expectError(await logIn(again), 'second_factor_required');
    await expectLoggedIn(again, nextCodeOf(ada.secret));
  });
});

describe('turning two-factor log-in off, and new recovery codes', () => {
  let ada: TwoFactorUser;
  beforeEach(async () => {
    ada = await withSecondFactor(site);
  });

  it.each([
    ['DELETE /auth/two-factor', turnOff],
    ['POST /auth/two-factor/recovery-codes', renew],
  ] as const)('%s takes the password and a code', async (_, act) => {
    const code = nextCodeOf(ada.secret);
    expect(expectError(await act(ada, code, 'not her password'), 'forbidden')).toBe('The password is wrong.');
    expect(expectError(await act(ada, wrongCodeOf(ada.secret)), 'invalid_request')).toBe(NOT_RIGHT);
    expect(await stateOf(ada)).toEqual({ is_on: true, recovery_codes_left: 10 });
    expect((await act(ada, code)).status).toBeLessThan(300);
  });

  it('log in without a code after it was turned off, which is idempotent and logged', async () => {
    site.log.clear();
    expectSuccess('DELETE /auth/two-factor', await turnOff(ada, ada.recoveryCodes[0]!));
    expect(site.log.entries()).toEqual([
      expect.objectContaining({ caller: ada.id, second_factor: 'turned off' }),
    ]);
    expect(await stateOf(ada)).toEqual({ is_on: false, recovery_codes_left: 0 });
    await expectLoggedIn(ada);
    expectSuccess('DELETE /auth/two-factor', await turnOff(ada, 'whatever'));
    expectError(await renew(ada, 'whatever'), 'conflict');
  });

  it('void the earlier recovery codes', async () => {
    const answer = await renew(ada, nextCodeOf(ada.secret));
    const { recovery_codes } = expectSuccess('POST /auth/two-factor/recovery-codes', answer);
    expect(recovery_codes).toHaveLength(10);
    expectError(await logIn(ada, ada.recoveryCodes[0]), 'invalid_credentials');
    await expectLoggedIn(ada, recovery_codes[0]);
  });
});

it('the table holds no readable secret and no recovery code', async () => {
  const ada = await withSecondFactor(site);
  const items = (await readAll(site.table)).filter(({ pk }) => String(pk).includes(ada.id));
  expect(items.map(({ pk }) => pk)).toContain(`SECOND_FACTOR#${ada.id}`);
  for (const text of [ada.secret, ...ada.recoveryCodes]) expect(JSON.stringify(items)).not.toContain(text);
});
