import {
  AdminConfirmSignUpCommand,
  AdminCreateUserCommand,
  AdminDeleteUserCommand,
  AdminGetUserCommand,
  SignUpCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AccountsPool, PASSWORD, refusal } from '../../../support/handlers/accounts-pool.ts';

const pool = new AccountsPool();
beforeAll(() => pool.start());
afterAll(() => pool.remove());

const email = (Value: string) => [{ Name: 'email', Value }];

function signUp(Username: string, Password = PASSWORD, UserAttributes = email('a@fans.example')) {
  const { ClientId } = pool.ids;
  return pool.client.send(new SignUpCommand({ ClientId, Username, Password, UserAttributes }));
}

function create(Username: string, more: object = { MessageAction: 'SUPPRESS' }) {
  const { UserPoolId } = pool.ids;
  const UserAttributes = email('A@fans.example');
  return pool.client.send(new AdminCreateUserCommand({ UserPoolId, Username, UserAttributes, ...more }));
}

function adminGet(Username: string) {
  return pool.client.send(new AdminGetUserCommand({ UserPoolId: pool.ids.UserPoolId, Username }));
}

describe('SignUp', () => {
  it('makes an unconfirmed user, who can sign in once confirmed', async () => {
    const { UserSub, UserConfirmed } = await signUp('ada');
    expect(UserConfirmed).toBe(false);
    expect(UserSub).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    await expect(pool.signIn('ada')).rejects.toEqual(
      refusal('UserNotConfirmedException', 'User is not confirmed.'),
    );
    const user = { UserPoolId: pool.ids.UserPoolId, Username: 'ada' };
    await pool.client.send(new AdminConfirmSignUpCommand(user));
    await expect(pool.signIn('ada')).resolves.toMatchObject({ AccessToken: expect.stringMatching(/^ey/) });
    await expect(pool.client.send(new AdminConfirmSignUpCommand(user))).rejects.toEqual(
      refusal('NotAuthorizedException', 'User cannot be confirmed. Current status is CONFIRMED'),
    );
  });

  it('refuses a taken name, in any case', async () => {
    await signUp('Grace');
    await expect(signUp('gRACE')).rejects.toEqual(refusal('UsernameExistsException', 'User already exists'));
  });

  it('lets exactly one of two sign-ups at the same moment win', async () => {
    const results = await Promise.allSettled([signUp('race'), signUp('RACE')]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const lost = results.find((result) => result.status === 'rejected');
    expect(lost?.reason).toEqual(refusal('UsernameExistsException', 'User already exists'));
  });

  it('refuses a short password', async () => {
    await expect(signUp('short', '7 chars')).rejects.toEqual(
      refusal('InvalidPasswordException', 'Password did not conform with policy: Password not long enough'),
    );
  });

  it.each([' leading space', 'trailing space '])('refuses the password "%s"', async (password) => {
    await expect(signUp('spaced', password)).rejects.toEqual(
      refusal(
        'InvalidParameterException',
        "1 validation error detected: Value at 'password' failed to satisfy constraint: Member must satisfy regular expression pattern: ^[\\S]+.*[\\S]+$",
      ),
    );
  });

  it('takes a password of any composition', async () => {
    await expect(signUp('plain', 'aaaaaaaa')).resolves.toHaveProperty('UserSub');
    await expect(signUp('phrase', 'fans are 涼しい 🌬')).resolves.toHaveProperty('UserSub');
  });

  it.each([
    ['no address', [], /email: The attribute is required/],
    ['a broken address', email('nobody'), 'Invalid email address format.'],
    [
      'an unknown attribute',
      [...email('a@fans.example'), { Name: 'fans', Value: '3' }],
      /fans: Attribute does not exist/,
    ],
  ])('refuses %s', async (_what, attributes, message) => {
    await expect(signUp('attributes', PASSWORD, attributes)).rejects.toEqual(
      refusal('InvalidParameterException', message),
    );
  });

  it('lets nobody prove an address by saying so', async () => {
    const attributes = [...email('a@fans.example'), { Name: 'email_verified', Value: 'true' }];
    await expect(signUp('liar', PASSWORD, attributes)).rejects.toEqual(
      refusal('NotAuthorizedException', 'A client attempted to write unauthorized attribute'),
    );
  });

  it('names what is missing or malformed', async () => {
    await expect(signUp('two words', 'x')).rejects.toEqual(
      refusal('InvalidParameterException', /^2 validation errors detected: Value at 'username' .*; Value at/),
    );
    const nothing = new SignUpCommand({ ClientId: undefined, Username: 'a', Password: PASSWORD });
    await expect(pool.client.send(nothing)).rejects.toEqual(
      refusal('InvalidParameterException', /Value at 'clientId' .* must not be null$/),
    );
  });

  it('refuses an unknown app client', async () => {
    const command = new SignUpCommand({ ClientId: 'nobodys', Username: 'a', Password: PASSWORD });
    await expect(pool.client.send(command)).rejects.toEqual(
      refusal('ResourceNotFoundException', 'User pool client nobodys does not exist.'),
    );
  });
});

describe('AdminCreateUser', () => {
  it('makes a user who must choose a password, and shows it in lower case', async () => {
    const { User } = await create('Linus');
    expect(User).toMatchObject({ Username: 'linus', UserStatus: 'FORCE_CHANGE_PASSWORD', Enabled: true });
    expect(User?.Attributes).toContainEqual({ Name: 'email', Value: 'a@fans.example' });
    expect(User?.UserCreateDate?.getTime()).toBe(pool.nowMs());
    expect(pool.mails).toEqual([]);
  });

  it('mails the temporary password unless told not to', async () => {
    await create('margaret', { TemporaryPassword: 'temporary-1' });
    expect(pool.mails.splice(0)).toEqual([
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

  it('refuses a taken name, an unknown pool and a malformed one', async () => {
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

describe('AdminGetUser and AdminDeleteUser', () => {
  it('find a user by name in any case, or by sub', async () => {
    const { User } = await create('barbara');
    const sub = User?.Attributes?.find(({ Name }) => Name === 'sub')?.Value ?? '';
    for (const name of ['BARBARA', sub]) {
      expect(await adminGet(name)).toMatchObject({
        Username: 'barbara',
        UserStatus: 'FORCE_CHANGE_PASSWORD',
        UserAttributes: [
          { Name: 'sub', Value: sub },
          { Name: 'email', Value: 'a@fans.example' },
        ],
      });
    }
  });

  it('free the name', async () => {
    await create('gone');
    const user = { UserPoolId: pool.ids.UserPoolId, Username: 'Gone' };
    await pool.client.send(new AdminDeleteUserCommand(user));
    const notFound = refusal('UserNotFoundException', 'User does not exist.');
    await expect(adminGet('gone')).rejects.toEqual(notFound);
    await expect(pool.client.send(new AdminDeleteUserCommand(user))).rejects.toEqual(notFound);
    await expect(create('gone')).resolves.toHaveProperty('User');
  });
});
