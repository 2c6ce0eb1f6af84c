import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { expectError, expectSuccess } from '#test/support/api/contract-checks.ts';
import { localApi, type TestUser } from '#test/support/api/local-api.ts';

const MINUTE_MS = 60_000;
const NEW_PASSWORD = 'a better password';
const WRONG = 'The code is wrong or has expired. Request a new one.';
const TAKEN = 'There is already an account with this email address.';

// Before the Lambdas are loaded, which take the clock that they find.
vi.useFakeTimers({ toFake: ['Date'] });
const site = await localApi({ mail: true });
afterAll(() => vi.useRealTimers());

/** For the rest of one test: further on, what signs requests and what checks them go by different clocks. */
const wait = (ms: number): void => void vi.setSystemTime(Date.now() + ms);
afterEach(() => void vi.setSystemTime(performance.timeOrigin + performance.now()));

let addresses = 0;
const anAddress = () => `new_${++addresses}@fans.example`;

const settings = async ({ token }: TestUser) =>
  expectSuccess('GET /auth/account', await site.api('GET', '/auth/account', { token }));
const change = ({ token, password }: TestUser, email: string, given = password) =>
  site.api('POST', '/auth/email', { token, body: { email, password: given } });
const sendAgain = ({ token }: TestUser) => site.api('POST', '/auth/email/code', { token });
const confirm = ({ token }: TestUser, code: string) =>
  site.api('POST', '/auth/email/confirm', { token, body: { code } });
const codeTo = (email: string) => site.pool.lastCodeTo(email);
const logIn = (username: string, password: string) =>
  site.api('POST', '/auth/login', { body: { username, password } });

describe('a new account', () => {
  it('gets a code by e-mail, which verifies the address once it is entered', async () => {
    const ada = await site.aUser();
    expect(await settings(ada)).toEqual({
      email: ada.email,
      is_email_verified: false,
      is_email_taken: false,
      pending_email: null,
      can_send_mail: true,
    });
    const [mail] = site.pool.mailsTo(ada.email);
    expect(mail?.subject).toBe('Your Fanfare code');
    expect(mail?.text).toContain(`the account ${ada.username} on Fanfare`);
    const user = expectSuccess('POST /auth/email/confirm', await confirm(ada, codeTo(ada.email)));
    expect(user).toMatchObject({ id: ada.id, email: ada.email });
    expect(await settings(ada)).toMatchObject({ is_email_verified: true, pending_email: null });
    expect(expectError(await sendAgain(ada), 'conflict')).toBe('Your email address is already confirmed.');
  });

  it('gets one code when two sign-ups arrive at once', async () => {
    const [username, email] = ['twice_at_once', anAddress()];
    const body = { username, email, password: 'whirl-and-hum-62' };
    const answers = await Promise.all([1, 2].map(() => site.api('POST', '/auth/signup', { body })));
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(site.pool.mailsTo(email)).toHaveLength(1);
  });

  it('can request another code, which voids the first', async () => {
    const ada = await site.aUser();
    const first = codeTo(ada.email);
    expectSuccess('POST /auth/email/code', await sendAgain(ada));
    expect(site.pool.mailsTo(ada.email)).toHaveLength(2);
    const second = codeTo(ada.email);
    // One in a million is the same.
    expect(second).not.toBe(first);
    expect(expectError(await confirm(ada, first), 'invalid_request')).toBe(WRONG);
    expectSuccess('POST /auth/email/confirm', await confirm(ada, second));
  });

  it('can change an unverified address', async () => {
    const ada = await site.aUser();
    const next = anAddress();
    expectSuccess('POST /auth/email', await change(ada, next));
    expect(await settings(ada)).toMatchObject({ email: ada.email, pending_email: next });
    expectSuccess('POST /auth/email/confirm', await confirm(ada, codeTo(next)));
    expect(await settings(ada)).toMatchObject({ email: next, is_email_verified: true, pending_email: null });
    // The first address was never verified: it gets no mail, and anybody may claim it.
    expect(site.pool.mailsTo(ada.email)).toHaveLength(1);
    await site.aUser({ email: ada.email });
  });

  it('verifies its address with a password reset code too', async () => {
    const ada = await site.aUser();
    await site.api('POST', '/auth/forgot-password', { body: { username: ada.username } });
    const body = { username: ada.username, code: codeTo(ada.email), password: NEW_PASSWORD };
    expectSuccess('POST /auth/reset-password', await site.api('POST', '/auth/reset-password', { body }));
    const { token } = expectSuccess('POST /auth/login', await logIn(ada.username, NEW_PASSWORD));
    expect(await settings({ ...ada, token })).toMatchObject({ is_email_verified: true });
  });

  it('is created when the mail cannot be sent, and the failure is logged', async () => {
    const endpoint = process.env['AWS_ENDPOINT_URL_SESV2'];
    process.env['AWS_ENDPOINT_URL_SESV2'] = 'http://127.0.0.1:9';
    try {
      const ada = await site.aUser();
      expect(site.log.lines.join('\n')).toContain('"step":"email.first-code"');
      expect(expectError(await sendAgain(ada), 'unavailable')).toBe(
        'The email could not be sent. Please try again.',
      );
      process.env['AWS_ENDPOINT_URL_SESV2'] = endpoint;
      expectSuccess('POST /auth/email/code', await sendAgain(ada));
      expectSuccess('POST /auth/email/confirm', await confirm(ada, codeTo(ada.email)));
    } finally {
      process.env['AWS_ENDPOINT_URL_SESV2'] = endpoint;
    }
  });
});

describe('changing the e-mail address', () => {
  it('replaces the verified address by a code, and notifies the old one', async () => {
    const ada = await site.aProvenUser();
    const next = anAddress();
    expectSuccess('POST /auth/email', await change(ada, next));
    expectSuccess('POST /auth/login', await logIn(ada.email, ada.password));
    const user = expectSuccess('POST /auth/email/confirm', await confirm(ada, codeTo(next)));
    expect(user).toMatchObject({ id: ada.id, email: next });
    expect(site.pool.mailsTo(ada.email).at(-1)).toMatchObject({
      subject: 'Your Fanfare email address was changed',
    });
    expect(site.pool.mailsTo(ada.email).at(-1)?.text).not.toContain(next);
    expectSuccess('POST /auth/login', await logIn(next, ada.password));
    expectError(await logIn(ada.email, ada.password), 'invalid_credentials');
    expectSuccess('GET /auth/me', await site.api('GET', '/auth/me', { token: ada.token }));
  });

  it('sends password reset codes to the new address', async () => {
    const ada = await site.aProvenUser();
    const next = anAddress();
    await change(ada, next);
    await confirm(ada, codeTo(next));
    const before = site.pool.mailsTo(ada.email).length;
    await site.api('POST', '/auth/forgot-password', { body: { username: ada.username } });
    expect(site.pool.mailsTo(ada.email)).toHaveLength(before);
    const body = { username: next, code: codeTo(next), password: NEW_PASSWORD };
    expectSuccess('POST /auth/reset-password', await site.api('POST', '/auth/reset-password', { body }));
  });

  it('changes nothing before the code is entered or after it expired', async () => {
    const ada = await site.aProvenUser();
    const next = anAddress();
    await change(ada, next);
    wait(10 * MINUTE_MS);
    expect(expectError(await confirm(ada, codeTo(next)), 'invalid_request')).toBe(WRONG);
    expect(await settings(ada)).toMatchObject({ email: ada.email, pending_email: next });
    expectSuccess('POST /auth/email/code', await sendAgain(ada));
    expectSuccess('POST /auth/email/confirm', await confirm(ada, codeTo(next)));
  });

  it('logs the change without the address', async () => {
    const ada = await site.aProvenUser();
    const next = anAddress();
    await change(ada, next);
    await confirm(ada, codeTo(next));
    const line = site.log.entries().findLast(({ route }) => route === '/api/auth/email/confirm');
    expect(line).toMatchObject({ email: 'proven', caller: ada.id });
    expect(site.log.lines.join('')).not.toContain(next);
  });

  it('requires the password', async () => {
    const ada = await site.aProvenUser();
    const answer = await change(ada, anAddress(), 'not the password');
    expect(expectError(answer, 'forbidden')).toBe('The password is wrong.');
  });

  it('refuses the present address and one that another account verified', async () => {
    const [ada, bea] = [await site.aProvenUser(), await site.aProvenUser()];
    const own = await change(ada, ada.email.toUpperCase());
    expect(expectError(own, 'conflict')).toBe('This is already your email address.');
    const sent = site.pool.mailsTo(bea.email).length;
    expect(expectError(await change(ada, bea.email), 'email_taken')).toBe(TAKEN);
    expect(site.pool.mailsTo(bea.email)).toHaveLength(sent);
  });

  it('accepts the same address in another case', async () => {
    const ada = await site.aUser();
    await change(ada, ada.email.toUpperCase());
    const user = expectSuccess('POST /auth/email/confirm', await confirm(ada, codeTo(ada.email)));
    expect(user.email).toBe(ada.email.toUpperCase());
    expectSuccess('POST /auth/login', await logIn(ada.email, ada.password));
  });

  it.each([
    [{ code: '12345' }, 'Code must have six digits.'],
    [{ code: 'abcdef' }, 'Code must have six digits.'],
    [{}, 'Code is required.'],
  ])('is not confirmed by %o', async (body, words) => {
    const { token } = await site.aUser();
    const answer = await site.api('POST', '/auth/email/confirm', { token, body });
    expect(expectError(answer, 'invalid_request')).toBe(words);
  });

  it.each([
    ['GET', '/auth/account'],
    ['POST', '/auth/email'],
    ['POST', '/auth/email/code'],
    ['POST', '/auth/email/confirm'],
  ])('%s %s requires a signed-in user', async (method, path) => {
    const body = method === 'POST' ? { body: {} } : {};
    expectError(await site.api(method, path, body), 'unauthenticated');
  });
});

describe('an account whose address another account verified', () => {
  it('sees that it is taken, and can give another address', async () => {
    const eve = await site.aUser();
    wait(10 * MINUTE_MS);
    const owner = await site.aUser({ email: eve.email });
    expectSuccess('POST /auth/email/confirm', await confirm(owner, codeTo(eve.email)));
    expect(await settings(eve)).toMatchObject({ is_email_verified: false, is_email_taken: true });
    expect(expectError(await sendAgain(eve), 'email_taken')).toBe(TAKEN);
    expectSuccess('POST /auth/login', await logIn(eve.username, eve.password));
    const next = anAddress();
    expectSuccess('POST /auth/email', await change(eve, next));
    expectSuccess('POST /auth/email/confirm', await confirm(eve, codeTo(next)));
    expect(await settings(eve)).toMatchObject({ is_email_verified: true, is_email_taken: false });
    expect(await settings(owner)).toMatchObject({ email: eve.email, is_email_verified: true });
  });
});
