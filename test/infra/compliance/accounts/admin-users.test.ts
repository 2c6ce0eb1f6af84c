import { AdminCreateUserCommand, AdminDeleteUserCommand } from '@aws-sdk/client-cognito-identity-provider';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AccountsPool, refusal } from '#test/support/api/accounts-pool.ts';
import { takeFaults } from '#test/support/runner/seen-faults.ts';

const pool = new AccountsPool();
beforeAll(() => pool.start());
afterAll(() => pool.remove());

const email = (Value: string) => [{ Name: 'email', Value }];

function create(Username: string, more: object = { MessageAction: 'SUPPRESS' }) {
  const { UserPoolId } = pool.ids;
  const UserAttributes = email('A@fans.example');
  return pool.client.send(new AdminCreateUserCommand({ UserPoolId, Username, UserAttributes, ...more }));
}

function remove(Username: string) {
  return pool.client.send(new AdminDeleteUserCommand({ UserPoolId: pool.ids.UserPoolId, Username }));
}

describe('AdminCreateUser', () => {
  it('creates a user who must change the password, in lower case', async () => {
    const { User } = await create('Linus');
    expect(User).toMatchObject({ Username: 'linus', UserStatus: 'FORCE_CHANGE_PASSWORD', Enabled: true });
    expect(User?.Attributes).toContainEqual({ Name: 'email', Value: 'a@fans.example' });
    expect(User?.UserCreateDate?.getTime()).toBe(pool.nowMs());
    expect(pool.mails).toEqual([]);
  });

  it('mails the temporary password unless mails are suppressed', async () => {
    const { mails } = pool;
    await create('margaret', { TemporaryPassword: 'temporary-1' });
    expect(mails.splice(0)).toEqual([
      {
        to: 'A@fans.example',
        subject: 'Your temporary password',
        text: 'Your username is margaret and temporary password is temporary-1',
      },
    ]);
    const answer = await pool.client.send(pool.signInCommand('margaret', 'temporary-1'));
    expect(answer).toMatchObject({ ChallengeName: 'NEW_PASSWORD_REQUIRED', Session: expect.any(String) });
    expect(answer.AuthenticationResult).toBeUndefined();
  });

  it('refuses a temporary password after a week', async () => {
    await create('late', { TemporaryPassword: 'temporary-1', MessageAction: 'SUPPRESS' });
    pool.wait(7 * 24 * 60 * 60_000);
    await expect(pool.signIn('late', 'temporary-1')).rejects.toEqual(
      refusal('NotAuthorizedException', /^Temporary password has expired/),
    );
  });

  it('creates one of two simultaneous users with the same name', async () => {
    const results = await Promise.allSettled([create('race'), create('RACE')]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const lost = results.find((result) => result.status === 'rejected');
    expect(lost?.reason).toEqual(refusal('UsernameExistsException', 'User account already exists'));
  });

  it('refuses a short password', async () => {
    await expect(create('short', { TemporaryPassword: '7 chars' })).rejects.toEqual(
      refusal('InvalidPasswordException', 'Password did not conform with policy: Password not long enough'),
    );
  });

  it.each([' leading space', 'trailing space '])('refuses the password "%s"', async (TemporaryPassword) => {
    await expect(create('spaced', { TemporaryPassword })).rejects.toEqual(
      refusal(
        'InvalidParameterException',
        "1 validation error detected: Value at 'temporaryPassword' failed to satisfy constraint: Member must satisfy regular expression pattern: ^[\\S]+.*[\\S]+$",
      ),
    );
  });

  it.each(['aaaaaaaa', 'fans are 涼しい 🌬'])(
    'accepts a password of any composition: %s',
    async (TemporaryPassword) => {
      const name = `plain-${TemporaryPassword.length}`;
      await expect(create(name, { TemporaryPassword, MessageAction: 'SUPPRESS' })).resolves.toHaveProperty(
        'User',
      );
    },
  );

  it.each([
    ['no address', [], /email: The attribute is required/],
    ['a broken address', email('nobody'), 'Invalid email address format.'],
    [
      'an unknown attribute',
      [...email('a@fans.example'), { Name: 'fans', Value: '3' }],
      /fans: Attribute does not exist/,
    ],
  ])('refuses %s', async (_what, UserAttributes, message) => {
    await expect(create('attributes', { UserAttributes })).rejects.toEqual(
      refusal('InvalidParameterException', message),
    );
  });

  it('names missing and invalid parameters', async () => {
    await expect(create('two words', { TemporaryPassword: 'x' })).rejects.toEqual(
      refusal('InvalidParameterException', /^2 validation errors detected: Value at 'username' .*; Value at/),
    );
    await expect(create('a', { UserPoolId: undefined })).rejects.toEqual(
      refusal('InvalidParameterException', /at 'userPoolId' .* must not be null$/),
    );
    expect(takeFaults()).toEqual(['AdminCreateUser.UserPoolId is missing']);
  });

  it('refuses a taken name and an unknown or invalid pool', async () => {
    await create('twice');
    await expect(create('Twice')).rejects.toEqual(
      refusal('UsernameExistsException', 'User account already exists'),
    );
    await expect(create('a', { UserPoolId: 'us-east-1_Nobodys00' })).rejects.toEqual(
      refusal('ResourceNotFoundException', 'User pool us-east-1_Nobodys00 does not exist.'),
    );
    await expect(create('a', { UserPoolId: 'pool' })).rejects.toEqual(
      refusal(
        'InvalidParameterException',
        /Value 'pool' at 'userPoolId' .*pattern: \[\\w-\]\+_\[0-9a-zA-Z\]\+$/,
      ),
    );
  });
});

describe('AdminDeleteUser', () => {
  it('finds a user by name in any case or by sub, and frees the name', async () => {
    const { User } = await create('gone');
    const sub = User?.Attributes?.find(({ Name }) => Name === 'sub')?.Value ?? '';
    const notFound = refusal('UserNotFoundException', 'User does not exist.');
    await remove('GONE');
    for (const name of ['gone', sub]) await expect(remove(name)).rejects.toEqual(notFound);
    const { User: next } = await create('gone');
    await remove(next?.Attributes?.find(({ Name }) => Name === 'sub')?.Value ?? '');
    await expect(create('gone')).resolves.toHaveProperty('User');
  });
});
