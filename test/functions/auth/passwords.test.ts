import { AdminSetUserPasswordCommand } from '@aws-sdk/client-cognito-identity-provider';
import { describe, expect, it } from 'vitest';
import { stageLimits } from '#functions/limits/stage-limits.ts';
import { expectError, expectSuccess } from '#test/support/api/contract-checks.ts';
import { localApi } from '#test/support/api/local-api.ts';

const { free } = stageLimits('cloud').guesses;
const site = await localApi();

const NEW_PASSWORD = 'a better password';
const HOUR_MS = 60 * 60_000;

const logIn = (username: string, password: string) =>
  site.api('POST', '/auth/login', { body: { username, password } });
const forgot = (username: string) => site.api('POST', '/auth/forgot-password', { body: { username } });
const reset = (username: string, code: string, password = NEW_PASSWORD) =>
  site.api('POST', '/auth/reset-password', { body: { username, code, password } });
const change = (token: string, current_password: string, new_password: string) =>
  site.api('POST', '/auth/change-password', { token, body: { current_password, new_password } });
const wrongCode = () => (site.pool.lastCode() === '000000' ? '000001' : '000000');

describe('a forgotten password', () => {
  it('is replaced with the mailed code, which voids the old one', async () => {
    const { username, password, email } = await site.aUser();
    expectSuccess('POST /auth/forgot-password', await forgot(username.toUpperCase()));
    expect(site.pool.mails.at(-1)).toMatchObject({ to: email });
    expectSuccess('POST /auth/reset-password', await reset(username, ` ${site.pool.lastCode()} `));
    expectSuccess('POST /auth/login', await logIn(username, NEW_PASSWORD));
    expectError(await logIn(username, password), 'invalid_credentials');
  });

  it('can be reset by e-mail address in place of the username', async () => {
    const { email } = await site.aUser();
    expectSuccess('POST /auth/forgot-password', await forgot(email.toUpperCase()));
    expectSuccess('POST /auth/reset-password', await reset(email, site.pool.lastCode()));
    expectSuccess('POST /auth/login', await logIn(email, NEW_PASSWORD));
  });

  it('gets the same answer whether the account exists or not', async () => {
    const before = site.pool.mails.length;
    expectSuccess('POST /auth/forgot-password', await forgot('nobody_here'));
    expect(site.pool.mails).toHaveLength(before);
  });

  it.each([
    ['reported', (name: string) => forgot(name)],
    ['replaced with a wrong code', (name: string) => reset(name, wrongCode())],
  ])('six times %s, does not reveal it either', async (what, attempt) => {
    const { username } = await site.aUser();
    const answersOf = async (name: string) => {
      const answers = [];
      for (let n = 0; n < 6; n++) answers.push(await attempt(name));
      return answers.map(({ status, body }) => [status, (body as { detail?: string } | undefined)?.detail]);
    };
    const unknown = `nobody_${what.length}`;
    expect(await answersOf(unknown)).toEqual(await answersOf(username));
    expect(await answersOf(`${unknown}@fans.example`)).toEqual(await answersOf((await site.aUser()).email));
  });

  it('is not reset by a wrong, expired, used or foreign code', async () => {
    const [ada, grace] = [await site.aUser(), await site.aUser()];
    const words = 'The code is wrong or has expired. Request a new one.';
    await forgot(ada.username);
    expect(expectError(await reset(ada.username, wrongCode()), 'invalid_credentials')).toBe(words);
    expect(expectError(await reset(grace.username, site.pool.lastCode()), 'invalid_credentials')).toBe(words);
    expect(expectError(await reset('nobody_here', site.pool.lastCode()), 'invalid_credentials')).toBe(words);
    site.pool.wait(HOUR_MS);
    expectError(await reset(ada.username, site.pool.lastCode()), 'invalid_credentials');
    await forgot(ada.username);
    const code = site.pool.lastCode();
    expectSuccess('POST /auth/reset-password', await reset(ada.username, code));
    expectError(await reset(ada.username, code, 'yet another one'), 'invalid_credentials');
    expectSuccess('POST /auth/login', await logIn(ada.username, NEW_PASSWORD));
  });

  it('is replaced with a code in groups of digits of another script', async () => {
    const { username } = await site.aUser();
    await forgot(username);
    const digits = site.pool.lastCode().replaceAll(/\d/g, (digit) => '٠١٢٣٤٥٦٧٨٩'[Number(digit)]!);
    const code = `\u200f${digits.slice(0, 3)}\u00a0${digits.slice(3)}`;
    expectSuccess('POST /auth/reset-password', await reset(username, code));
  });

  it('cannot be reset by trying codes', async () => {
    const { username } = await site.aUser();
    await forgot(username);
    for (let n = 0; n < 5; n++) expectError(await reset(username, wrongCode()), 'invalid_credentials');
    expectError(await reset(username, site.pool.lastCode()), 'too_many_requests');
  });

  it('can be reported five times an hour', async () => {
    const { username } = await site.aUser();
    for (let n = 0; n < 5; n++) expectSuccess('POST /auth/forgot-password', await forgot(username));
    expectError(await forgot(username), 'too_many_requests');
  });

  it.each([
    [{ code: '' }, 'Code is required.'],
    [{ code: '1'.repeat(65) }, 'Code must have at most 64 characters.'],
    [{ password: 'short' }, 'Password must have at least 8 characters.'],
    [{ username: undefined }, 'Username is required.'],
    [{ extra: 1 }, 'Unknown field: extra.'],
  ])('refuses %o: %s', async (bad, words) => {
    const body = { username: 'ada', code: '123456', password: NEW_PASSWORD, ...bad };
    const answer = await site.api('POST', '/auth/reset-password', { body });
    expect(expectError(answer, 'invalid_request')).toBe(words);
  });

  it('requires a username', async () => {
    expect(expectError(await forgot(''), 'invalid_request')).toBe('Username is required.');
  });
});

describe('changing the password', () => {
  it('requires the current one, and then only the new one logs in', async () => {
    const { username, password, token } = await site.aUser();
    const words = expectError(await change(token, 'not the password', NEW_PASSWORD), 'forbidden');
    expect(words).toBe('The current password is wrong.');
    expectSuccess('POST /auth/change-password', await change(token, password, NEW_PASSWORD));
    expectSuccess('POST /auth/login', await logIn(username, NEW_PASSWORD));
    expectError(await logIn(username, password), 'invalid_credentials');
  });

  it.each(['x', 'two\nlines', '\t\r\n', '\0'])(
    'refuses %j as a wrong one, because no password is like that',
    async (current) => {
      const { token } = await site.aUser();
      expectError(await change(token, current, NEW_PASSWORD), 'forbidden');
    },
  );

  it('changes the caller’s password only', async () => {
    const [ada, grace] = [await site.aUser(), await site.aUser()];
    expectSuccess('POST /auth/change-password', await change(ada.token, ada.password, NEW_PASSWORD));
    expectSuccess('POST /auth/login', await logIn(grace.username, grace.password));
  });

  it('refuses a new password that sign-up would refuse', async () => {
    const { password, token } = await site.aUser();
    const short = await change(token, password, '1234567');
    expect(expectError(short, 'invalid_request')).toBe('New password must have at least 8 characters.');
    const missing = await change(token, '', NEW_PASSWORD);
    expect(expectError(missing, 'invalid_request')).toBe('Current password is required.');
  });

  it('refuses after the free tries', async () => {
    const { token, password } = await site.aUser();
    for (let n = 0; n < free; n++) expectError(await change(token, `guess ${n}`, NEW_PASSWORD), 'forbidden');
    expectError(await change(token, password, NEW_PASSWORD), 'too_many_requests');
  });
});

describe('a new password', () => {
  const common =
    "Password is used by many people, so it's one of the first that attackers try. Please choose another.";
  const name = 'Password is a name, and names are among the first that attackers try. Please choose another.';
  const signUp = (username: string, password: string) =>
    site.api('POST', '/auth/signup', { body: { username, email: `${username}@fans.example`, password } });

  it.each([
    ['password', common],
    ['Password1', common],
    ['iloveyou', common],
    ['Windsor_Rotor', name],
    ['windsor_rotor1962!', name],
    ['windsor_rotor@fans.example', name],
    ['12-Fanfare-34', name],
  ])('such as %s is refused to who signs up, and makes no account', async (password, words) => {
    expect(expectError(await signUp('windsor_rotor', password), 'invalid_request')).toBe(words);
    expectError(await site.api('GET', '/streamers/windsor_rotor'), 'not_found');
  });

  it('is refused alike by change and reset, and the old one stays', async () => {
    const { username, password, token } = await site.aUser();
    expect(expectError(await change(token, password, 'password'), 'invalid_request')).toBe(
      `New ${common.replace('P', 'p')}`,
    );
    expect(expectError(await change(token, password, `${username}!!!!!!!!`), 'invalid_request')).toBe(
      `New ${name.replace('P', 'p')}`,
    );
    await forgot(username);
    const code = site.pool.lastCode();
    expect(expectError(await reset(username, code, 'iloveyou'), 'invalid_request')).toBe(common);
    expectSuccess('POST /auth/login', await logIn(username, password));
    expectSuccess('POST /auth/reset-password', await reset(username, code));
  });

  it('may consist of anything that is neither a name nor common', async () => {
    expectSuccess('POST /auth/signup', await signUp('rotor_of_oak', 'seven small blades'));
  });
});

describe('a password with composed letters', () => {
  const COMPOSED = 'päßwörd 한글';
  const DECOMPOSED = COMPOSED.normalize('NFD');

  it.each([
    [COMPOSED, DECOMPOSED],
    [DECOMPOSED, COMPOSED],
  ])('set as %j is right as %j', async (first, other) => {
    const { username, password, token } = await site.aUser();
    expectSuccess('POST /auth/change-password', await change(token, password, first));
    expectSuccess('POST /auth/login', await logIn(username, other));
    await forgot(username);
    expectSuccess('POST /auth/reset-password', await reset(username, site.pool.lastCode(), `${first}!`));
    const answer = await logIn(username, `${other}!`);
    const session = expectSuccess('POST /auth/login', answer);
    const body = { password: `${other}!` };
    const deletion = await site.api('DELETE', '/auth/me', { token: session.token, body });
    expect(deletion.status).toBe(204);
  });

  it('is right as it was stored before', async () => {
    const { username, id } = await site.aUser();
    const { UserPoolId } = site.pool.ids;
    const stored = { UserPoolId, Username: id, Password: DECOMPOSED, Permanent: true };
    await site.pool.client.send(new AdminSetUserPasswordCommand(stored));
    expectSuccess('POST /auth/login', await logIn(username, DECOMPOSED));
    expectError(await logIn(username, `${DECOMPOSED}!`), 'invalid_credentials');
  });

  it('has its length in composed letters', async () => {
    const { token, password } = await site.aUser();
    const answer = await change(token, password, '한글암호'.normalize('NFD'));
    expect(expectError(answer, 'invalid_request')).toBe('New password must have at least 8 characters.');
  });
});
