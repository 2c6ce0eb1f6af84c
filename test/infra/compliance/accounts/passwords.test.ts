import {
  AdminCreateUserCommand,
  AdminSetUserPasswordCommand,
  ConfirmForgotPasswordCommand,
  ForgotPasswordCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AccountsPool, PASSWORD, refusal } from '#test/support/api/accounts-pool.ts';

const pool = new AccountsPool();
beforeAll(() => pool.start());
afterAll(() => pool.remove());

const NEW_PASSWORD = 'a better password';
const HOUR_MS = 60 * 60_000;
const INCORRECT = refusal('NotAuthorizedException', 'Incorrect username or password.');
const TOO_SHORT = refusal('InvalidPasswordException', /Password not long enough$/);
const MISMATCH = refusal('CodeMismatchException', 'Invalid verification code provided, please try again.');
const NO_CODE = refusal('ExpiredCodeException', 'Invalid code provided, please request a code again.');
const LIMIT = refusal('LimitExceededException', 'Attempt limit exceeded, please try after some time.');

function forgot(Username: string) {
  return pool.client.send(new ForgotPasswordCommand({ ClientId: pool.ids.ClientId, Username }));
}

function confirm(Username: string, ConfirmationCode: string, Password = NEW_PASSWORD) {
  const { ClientId } = pool.ids;
  return pool.client.send(
    new ConfirmForgotPasswordCommand({ ClientId, Username, ConfirmationCode, Password }),
  );
}

function setPassword(Username: string, Password: string, Permanent: boolean) {
  const { UserPoolId } = pool.ids;
  return pool.client.send(new AdminSetUserPasswordCommand({ UserPoolId, Username, Password, Permanent }));
}

/** Returns a code that was not sent. */
function wrongCode(): string {
  return pool.lastCode() === '000000' ? '000001' : '000000';
}

describe('AdminSetUserPassword', () => {
  it('sets a permanent or a temporary password', async () => {
    await pool.addUser('linus');
    await setPassword('LINUS', NEW_PASSWORD, true);
    await expect(pool.signIn('linus', NEW_PASSWORD)).resolves.toHaveProperty('AccessToken');
    await setPassword('linus', 'temporary-1', false);
    const answer = await pool.client.send(pool.signInCommand('linus', 'temporary-1'));
    expect(answer.ChallengeName).toBe('NEW_PASSWORD_REQUIRED');
  });

  it('refuses a short password and an unknown user', async () => {
    await pool.addUser('margaret');
    await expect(setPassword('margaret', '7 chars', true)).rejects.toEqual(TOO_SHORT);
    await expect(setPassword('nobody', NEW_PASSWORD, true)).rejects.toEqual(
      refusal('UserNotFoundException', 'User does not exist.'),
    );
  });
});

describe('a forgotten password', () => {
  it('is replaced by the mailed code, once', async () => {
    await pool.addUser('forgetful');
    const { CodeDeliveryDetails } = await forgot('Forgetful');
    expect(CodeDeliveryDetails).toEqual({
      AttributeName: 'email',
      DeliveryMedium: 'EMAIL',
      Destination: 'f***@f***',
    });
    expect(pool.mails.at(-1)).toEqual({
      to: 'forgetful@fans.example',
      subject: 'Your Fanfare code',
      text: expect.stringMatching(/^Enter this code on Fanfare to set a new password\.[^]*\n\n\d{6}$/),
    });
    await confirm('FORGETFUL', pool.lastCode());
    await expect(pool.signIn('forgetful')).rejects.toEqual(INCORRECT);
    await expect(pool.signIn('forgetful', NEW_PASSWORD)).resolves.toHaveProperty('AccessToken');
    await expect(confirm('forgetful', pool.lastCode(), 'yet another one')).rejects.toEqual(NO_CODE);
    await expect(pool.signIn('forgetful', NEW_PASSWORD)).resolves.toHaveProperty('AccessToken');
  });

  it('is replaced by one of two simultaneous requests', async () => {
    await pool.addUser('double');
    await forgot('double');
    const uses = ['first new one', 'second new one'].map((next) => confirm('double', pool.lastCode(), next));
    const results = await Promise.allSettled(uses);
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  it('keeps its code when the new password is refused', async () => {
    await pool.addUser('hasty');
    await forgot('hasty');
    await expect(confirm('hasty', pool.lastCode(), '7 chars')).rejects.toEqual(TOO_SHORT);
    await expect(confirm('hasty', pool.lastCode())).resolves.toBeDefined();
  });

  it('is not replaced by a wrong, superseded or hour-old code', async () => {
    await pool.addUser('careless');
    await forgot('careless');
    await expect(confirm('careless', wrongCode())).rejects.toEqual(MISMATCH);
    const replaced = pool.lastCode();
    do await forgot('careless');
    while (pool.lastCode() === replaced);
    await expect(confirm('careless', replaced)).rejects.toEqual(MISMATCH);
    pool.wait(HOUR_MS);
    await expect(confirm('careless', pool.lastCode())).rejects.toEqual(NO_CODE);
    await expect(pool.signIn('careless')).resolves.toHaveProperty('AccessToken');
  });

  it('allows five wrong codes and five mails an hour', async () => {
    await pool.addUser('limited');
    for (let mails = 0; mails < 5; mails += 1) await forgot('limited');
    await expect(forgot('Limited')).rejects.toEqual(LIMIT);
    for (let guesses = 0; guesses < 5; guesses += 1) {
      await expect(confirm('limited', wrongCode())).rejects.toEqual(MISMATCH);
    }
    await expect(confirm('limited', pool.lastCode())).rejects.toEqual(LIMIT);
    pool.wait(HOUR_MS);
    await forgot('limited');
    await expect(confirm('limited', pool.lastCode())).resolves.toBeDefined();
  });

  it('does not reveal which users exist', async () => {
    const sent = pool.mails.length;
    const first = await forgot('nobody');
    expect(first.CodeDeliveryDetails).toMatchObject({
      DeliveryMedium: 'EMAIL',
      Destination: expect.stringMatching(/^[a-z]\*\*\*@[a-z]\*\*\*$/),
    });
    expect((await forgot('NOBODY')).CodeDeliveryDetails).toEqual(first.CodeDeliveryDetails);
    await expect(confirm('nobody', '123456')).rejects.toEqual(MISMATCH);
    expect(pool.mails).toHaveLength(sent);
  });

  it('sends no code to an unverified address', async () => {
    await create('unproven');
    await setPassword('unproven', PASSWORD, true);
    const sent = pool.mails.length;
    expect(await forgot('unproven')).toHaveProperty('CodeDeliveryDetails.DeliveryMedium', 'EMAIL');
    expect(pool.mails).toHaveLength(sent);
    await expect(confirm('unproven', '123456')).rejects.toEqual(NO_CODE);
  });

  it('does not replace a temporary password', async () => {
    await create('invited');
    await expect(forgot('invited')).rejects.toEqual(
      refusal('NotAuthorizedException', 'User password cannot be reset in the current state.'),
    );
  });

  it('requires a known app client', async () => {
    const command = new ForgotPasswordCommand({ ClientId: 'nobodys', Username: 'ada' });
    await expect(pool.client.send(command)).rejects.toEqual(
      refusal('ResourceNotFoundException', 'User pool client nobodys does not exist.'),
    );
  });

  function create(Username: string) {
    const { UserPoolId } = pool.ids;
    const UserAttributes = [{ Name: 'email', Value: `${Username}@fans.example` }];
    return pool.client.send(
      new AdminCreateUserCommand({ UserPoolId, Username, UserAttributes, MessageAction: 'SUPPRESS' }),
    );
  }
});
