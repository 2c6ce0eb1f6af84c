import { AdminInitiateAuthCommand } from '@aws-sdk/client-cognito-identity-provider';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AccountsPool, PASSWORD, refusal } from '#test/support/api/accounts-pool.ts';

const pool = new AccountsPool();
beforeAll(() => pool.start());
afterAll(() => pool.remove());

const INCORRECT = refusal('NotAuthorizedException', 'Incorrect username or password.');
const LOCKED = refusal('NotAuthorizedException', 'Password attempts exceeded');

describe('AdminInitiateAuth', () => {
  it('returns tokens for the right password, with the name in any case', async () => {
    await pool.addUser('ada');
    const { AuthenticationResult } = await pool.client.send(pool.signInCommand('ADA'));
    const text = expect.stringMatching(/^[\w-]{64}$/);
    expect(AuthenticationResult).toEqual({
      AccessToken: text,
      IdToken: text,
      RefreshToken: text,
      ExpiresIn: 300,
      TokenType: 'Bearer',
    });
  });

  it('returns the same error for a wrong password and an unknown user', async () => {
    await pool.addUser('grace');
    await expect(pool.signIn('grace', 'wrong password')).rejects.toEqual(INCORRECT);
    await expect(pool.signIn('nobody')).rejects.toEqual(INCORRECT);
  });

  it('compares passwords case-sensitively', async () => {
    await pool.addUser('cased', 'Passw0rd');
    await expect(pool.signIn('CASED', 'passw0rd')).rejects.toEqual(INCORRECT);
    await expect(pool.signIn('CASED', 'Passw0rd')).resolves.toHaveProperty('AccessToken');
  });

  it.each([
    ['no user', { PASSWORD }, 'Missing required parameter USERNAME'],
    ['no password', { USERNAME: 'grace' }, 'Missing required parameter PASSWORD'],
  ])('refuses %s', async (_what, AuthParameters, message) => {
    await expect(initiate({ AuthParameters })).rejects.toEqual(refusal('InvalidParameterException', message));
  });

  it('refuses flows that the client does not allow', async () => {
    const AuthParameters = { USERNAME: 'grace', PASSWORD };
    await expect(initiate({ AuthFlow: 'USER_SRP_AUTH', AuthParameters })).rejects.toEqual(
      refusal('InvalidParameterException', 'USER_SRP_AUTH is not enabled for the client.'),
    );
    await expect(initiate({ AuthFlow: 'MAGIC', AuthParameters })).rejects.toEqual(
      refusal('InvalidParameterException', /Value 'MAGIC' at 'authFlow' .* enum value set/),
    );
  });

  it('refuses an unknown app client', async () => {
    const AuthParameters = { USERNAME: 'grace', PASSWORD };
    const ClientId = 'nobodys';
    await expect(initiate({ ClientId, AuthParameters })).rejects.toEqual(
      refusal('ResourceNotFoundException', 'User pool client nobodys does not exist.'),
    );
  });
});

describe('the lock-out', () => {
  const fail = (name: string) => expect(pool.signIn(name, 'wrong password')).rejects.toEqual(INCORRECT);

  it('lasts a second after five failures, then doubles', async () => {
    await pool.addUser('locked');
    for (let failures = 0; failures < 5; failures += 1) await fail('locked');
    for (const lockMs of [1000, 2000, 4000]) {
      pool.wait(lockMs - 1);
      await expect(pool.signIn('locked')).rejects.toEqual(LOCKED);
      pool.wait(1);
      await fail('Locked');
    }
    pool.wait(8000);
    await expect(pool.signIn('locked')).resolves.toHaveProperty('AccessToken');
    await fail('locked');
    await expect(pool.signIn('locked')).resolves.toHaveProperty('AccessToken');
  });

  it('lasts at most 15 minutes and resets 15 minutes later', async () => {
    await pool.addUser('patient');
    for (let failures = 0; failures < 15; failures += 1) {
      await fail('patient');
      pool.wait(failures < 4 ? 0 : Math.min(2 ** (failures - 4) * 1000, 900_000));
    }
    await fail('patient');
    pool.wait(900_000 - 1);
    await expect(pool.signIn('patient')).rejects.toEqual(LOCKED);
    pool.wait(900_001);
    for (let failures = 0; failures < 4; failures += 1) await fail('patient');
    await expect(pool.signIn('patient')).resolves.toHaveProperty('AccessToken');
  });

  it('counts simultaneous attempts', async () => {
    await pool.addUser('stormed');
    const guesses = Array.from({ length: 12 }, () => pool.signIn('stormed', 'wrong password'));
    const results = await Promise.allSettled(guesses);
    const reasons = results.map((result) => (result.status === 'rejected' ? result.reason.message : 'in'));
    expect(reasons.filter((reason) => reason === 'Incorrect username or password.')).toHaveLength(5);
    expect(reasons.filter((reason) => reason === 'Password attempts exceeded')).toHaveLength(7);
  });

  it('does not reveal which users exist', async () => {
    for (let failures = 0; failures < 5; failures += 1) await fail('unknown');
    await expect(pool.signIn('unknown')).rejects.toEqual(LOCKED);
  });
});

function initiate(input: { ClientId?: string; AuthFlow?: string; AuthParameters: Record<string, string> }) {
  const { AuthFlow, ...rest } = { ...pool.ids, AuthFlow: 'ADMIN_USER_PASSWORD_AUTH', ...input };
  return pool.client.send(
    new AdminInitiateAuthCommand({ ...rest, AuthFlow: AuthFlow as 'ADMIN_USER_PASSWORD_AUTH' }),
  );
}
