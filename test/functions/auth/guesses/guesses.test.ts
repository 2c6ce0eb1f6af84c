import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { VIEWER_ADDRESS_HEADER } from '#functions/http/cdn.ts';
import { stageLimits } from '#functions/limits/stage-limits.ts';
import { expectError, expectSuccess } from '#test/support/api/contract-checks.ts';
import { deviceCookieOf, localApi, type ApiAnswer, type TestUser } from '#test/support/api/local-api.ts';

const site = await localApi();

const { free } = stageLimits('cloud').guesses;
const NEW_PASSWORD = 'a better password';
const STRANGERS_WAIT =
  "Too many wrong passwords. Try again in 1 minute, log in where you've logged in before, or set a new password.";
const OWN_WAIT = 'Too many wrong passwords. Try again in 1 minute or set a new password.';

let addresses = 0;
/** From an address of its own, so that none of them has asked too often. */
const logIn = (username: string, password: string, cookie = '') => {
  const headers = { [VIEWER_ADDRESS_HEADER]: `192.0.2.${++addresses}`, ...(cookie && { cookie }) };
  return site.api('POST', '/auth/login', { body: { username, password }, headers });
};
const change = (token: string, current_password: string, new_password = NEW_PASSWORD) =>
  site.api('POST', '/auth/change-password', { token, body: { current_password, new_password } });
const leave = (token: string, password: string) =>
  site.api('DELETE', '/auth/me', { token, body: { password } });

/** As often as is free. */
async function guess(once: (n: number) => Promise<ApiAnswer>, code: 'invalid_credentials' | 'forbidden') {
  for (let n = 0; n < free; n++) expectError(await once(n), code);
}
const guessAsStranger = (username: string) =>
  guess((n) => logIn(username, `guess ${n}`), 'invalid_credentials');

/** Signed in with this device's cookie. Returns the one that it has then. */
async function expectKnown({ username, password }: TestUser, cookie: string): Promise<string> {
  const answer = await logIn(username, password, cookie);
  expectSuccess('POST /auth/login', answer);
  return deviceCookieOf(answer);
}

/** To whom guesses have been used up. */
const expectStranger = async ({ username, password }: TestUser, cookie: string): Promise<void> =>
  void expect(expectError(await logIn(username, password, cookie), 'too_many_requests')).toBe(STRANGERS_WAIT);

describe('password guesses from unknown devices', () => {
  it('must wait, while a known device need not', async () => {
    const ada = await site.aUser();
    await guessAsStranger(ada.username);
    await expectStranger(ada, '');
    const next = await expectKnown(ada, ada.device);
    await expectKnown({ ...ada, username: ada.email }, next);
    // The owner's log-in gives them no further guess.
    await expectStranger(ada, '');
  });

  it('get the same answers for an unknown name', async () => {
    const answers = [];
    for (const name of [(await site.aUser()).username, 'nobody_here'])
      for (let n = 0; n <= free; n++) {
        const { status, body, headers } = await logIn(name, `guess ${n}`);
        answers.push([status, (body as { detail: string }).detail, headers.get('retry-after') !== null]);
      }
    expect(answers.slice(free + 1)).toEqual(answers.slice(0, free + 1));
    expect(answers.at(-1)).toEqual([429, STRANGERS_WAIT, true]);
  });

  it('are logged, unlike those of known devices', async () => {
    const { id: account, username, device } = await site.aUser();
    site.log.clear();
    await logIn(username, 'a wrong one');
    await logIn(username, 'a wrong one', device);
    expect(site.log.entries()).toMatchObject([{ account, guess: 'stranger' }, { account }]);
    expect(site.log.entries()[1]).not.toHaveProperty('guess');
  });

  it('start over after a right password', async () => {
    const { username, password } = await site.aUser();
    expectError(await logIn(username, 'mistyped'), 'invalid_credentials');
    expectSuccess('POST /auth/login', await logIn(username, password));
    await guessAsStranger(username);
  });

  it('do not keep the owner from resetting the password and logging in', async () => {
    const ada = await site.aUser();
    await guessAsStranger(ada.username);
    await site.api('POST', '/auth/forgot-password', { body: { username: ada.username } });
    const body = { username: ada.username, code: site.pool.lastCode(), password: NEW_PASSWORD };
    const answer = await site.api('POST', '/auth/reset-password', { body });
    expectSuccess('POST /auth/reset-password', answer);
    const now = { ...ada, password: NEW_PASSWORD };
    await expectStranger(now, '');
    await expectStranger(now, ada.device);
    await expectKnown(now, deviceCookieOf(answer));
  });
});

describe('a known device', () => {
  it('waits for its own guesses only', async () => {
    const ada = await site.aUser();
    await guess((n) => logIn(ada.username, `guess ${n}`, ada.device), 'invalid_credentials');
    const refused = await logIn(ada.username, ada.password, ada.device);
    expect(expectError(refused, 'too_many_requests')).toBe(OWN_WAIT);
    // To Cognito they are one account's.
    site.pool.wait(60_000);
    await expectKnown(ada, '');
  });

  it('is known to the accounts that it signed in to, and to no other', async () => {
    const [ada, bea, eve] = [await site.aUser(), await site.aUser(), await site.aUser()];
    const both = await expectKnown(bea, ada.device);
    for (const { username } of [ada, bea]) await guessAsStranger(username);
    await expectKnown(ada, both);
    await expectKnown(bea, both);
    await expectStranger(ada, eve.device);
    await expectStranger(bea, ada.device);
  });

  it('stays forgotten after all sessions ended, also once the table has forgotten the sessions', async () => {
    const ada = await site.aUser();
    expectSuccess('DELETE /auth/sessions', await site.api('DELETE', '/auth/sessions', { token: ada.token }));
    // As DynamoDB does after thirty days without use.
    const { TableName, client } = site.table;
    await client.send(new DeleteCommand({ TableName, Key: { pk: `CHANNEL#${ada.id}`, sk: 'SESSIONS' } }));
    await guessAsStranger(ada.username);
    await expectStranger(ada, ada.device);
  });

  it('is not recognised by a forged cookie', async () => {
    const ada = await site.aUser();
    await guessAsStranger(ada.username);
    const [name = '', mark = ''] = ada.device.split('=');
    const [device = '', mac = ''] = mark.split('.');
    const other = `${mac[0] === 'A' ? 'B' : 'A'}${mac.slice(1)}`;
    const forged = ['', device, `${device}.`, `${device}.${other}`, `${other}.${mac}`, `${mark}.x`, '%F0%9F'];
    for (const value of forged) await expectStranger(ada, `${name}=${value}`);
    await expectStranger(ada, `device=${mark}`);
    await expectKnown(ada, ada.device);
  });

  it('stays known after it changed the password, and no other device does', async () => {
    const ada = await site.aUser();
    const other = await expectKnown(ada, '');
    const answer = await change(ada.token, ada.password);
    expectSuccess('POST /auth/change-password', answer);
    const now = { ...ada, password: NEW_PASSWORD };
    await guessAsStranger(ada.username);
    await expectStranger(now, other);
    await expectKnown(now, deviceCookieOf(answer));
  });

  it('is forgotten when its owner signs out everywhere', async () => {
    const ada = await site.aUser();
    expectSuccess('DELETE /auth/sessions', await site.api('DELETE', '/auth/sessions', { token: ada.token }));
    await guessAsStranger(ada.username);
    await expectStranger(ada, ada.device);
  });
});

describe('a signed-in user', () => {
  it('waits after wrong passwords on every route that asks for one, and other devices do not', async () => {
    const ada = await site.aUser();
    const other = expectSuccess('POST /auth/login', await logIn(ada.username, ada.password, ada.device));
    const wrong = (n: number) => (n % 2 ? leave(ada.token, `guess ${n}`) : change(ada.token, `guess ${n}`));
    await guess(wrong, 'forbidden');
    for (const answer of [await change(ada.token, ada.password), await leave(ada.token, ada.password)])
      expect(expectError(answer, 'too_many_requests')).toBe(OWN_WAIT);
    expectSuccess('POST /auth/change-password', await change(other.token, ada.password));
  });
});
