/** The mails that notify a person of changes to their account, no matter who made them. */
import { afterAll, describe, expect, it, vi } from 'vitest';
import { expectSuccess } from '#test/support/api/contract-checks.ts';
import { localApi, type TestUser } from '#test/support/api/local-api.ts';
import { beginTwoFactor, nextCodeOf } from '#test/support/api/second-factors.ts';

const NEW_PASSWORD = 'a better password';

// Before the Lambdas are loaded, which take the clock that they find.
vi.useFakeTimers({ toFake: ['Date'] });
const site = await localApi({ mail: true });
afterAll(() => vi.useRealTimers());

const changePassword = async ({ token, password: current_password }: TestUser) => {
  const body = { current_password, new_password: NEW_PASSWORD };
  const answer = await site.api('POST', '/auth/change-password', { token, body });
  expectSuccess('POST /auth/change-password', answer);
};
async function resetPassword({ username, email }: TestUser) {
  await site.api('POST', '/auth/forgot-password', { body: { username } });
  const body = { username, code: site.pool.lastCodeTo(email), password: NEW_PASSWORD };
  expectSuccess('POST /auth/reset-password', await site.api('POST', '/auth/reset-password', { body }));
}
async function turnOn(user: TestUser): Promise<string> {
  const { secret } = await beginTwoFactor(site, user);
  const body = { code: nextCodeOf(secret) };
  const answer = await site.api('POST', '/auth/two-factor/confirm', { token: user.token, body });
  expectSuccess('POST /auth/two-factor/confirm', answer);
  return secret;
}
async function renewCodes(user: TestUser) {
  const body = { password: user.password, code: nextCodeOf(await turnOn(user)) };
  const answer = await site.api('POST', '/auth/two-factor/recovery-codes', { token: user.token, body });
  expectSuccess('POST /auth/two-factor/recovery-codes', answer);
}
async function turnOff(user: TestUser) {
  const body = { password: user.password, code: nextCodeOf(await turnOn(user)) };
  const answer = await site.api('DELETE', '/auth/two-factor', { token: user.token, body });
  expectSuccess('DELETE /auth/two-factor', answer);
}
const leave = async ({ token, password }: TestUser) =>
  expectSuccess('DELETE /auth/me', await site.api('DELETE', '/auth/me', { token, body: { password } }));

const subjectsTo = (email: string) => site.pool.mailsTo(email).map(({ subject }) => subject);
const ON = 'Two-factor authentication was turned on for Fanfare';

const CHANGES = [
  ['changes the password', changePassword, ['Your Fanfare password was changed']],
  ['turns two-factor log-in on', turnOn, [ON]],
  ['makes new recovery codes', renewCodes, [ON, 'You have new Fanfare recovery codes']],
  ['turns two-factor log-in off', turnOff, [ON, 'Two-factor authentication was turned off for Fanfare']],
  ['deletes the account', leave, ['Your Fanfare account was deleted']],
] as const;

describe('a user who', () => {
  it.each(CHANGES)('%s gets one notice at the verified address', async (_, change, subjects) => {
    const ada = await site.aProvenUser();
    const before = site.pool.mails.length;
    await change(ada);
    expect(site.pool.mails.slice(before).map(({ to, subject }) => [to, subject])).toEqual(
      subjects.map((subject) => [ada.email, subject]),
    );
    expect(site.pool.mailsTo(ada.email).at(-1)?.text).toContain(`account ${ada.username} on Fanfare`);
  });

  it.each(CHANGES)('%s gets no notice at an unverified address', async (_, change) => {
    const eve = await site.aUser();
    const before = subjectsTo(eve.email);
    await change(eve);
    expect(subjectsTo(eve.email)).toEqual(before);
  });

  it('resets the password by a mailed code gets a notice', async () => {
    const ada = await site.aProvenUser();
    await resetPassword(ada);
    expect(subjectsTo(ada.email).at(-1)).toBe('Your Fanfare password was changed');
  });
});

it('a notice that cannot be sent fails no request, and the failure is logged', async () => {
  const ada = await site.aProvenUser();
  const endpoint = process.env['AWS_ENDPOINT_URL_SESV2'];
  process.env['AWS_ENDPOINT_URL_SESV2'] = 'http://127.0.0.1:9';
  try {
    await changePassword(ada);
    await turnOff({ ...ada, password: NEW_PASSWORD });
    await leave({ ...ada, password: NEW_PASSWORD });
  } finally {
    process.env['AWS_ENDPOINT_URL_SESV2'] = endpoint;
  }
  const failures = site.log.lines.filter((line) => line.includes('"step":"email.notice"'));
  expect(failures).toHaveLength(4);
});
