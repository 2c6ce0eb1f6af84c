import {
  AdminUpdateUserAttributesCommand,
  ForgotPasswordCommand,
  ListUsersCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AccountsPool, refusal } from '#test/support/api/accounts-pool.ts';

const pool = new AccountsPool();
beforeAll(() => pool.start());
afterAll(() => pool.remove());

const NEW = 'new@fans.example';
const VERIFIED = { Name: 'email_verified', Value: 'true' };

const update = (Username: string, UserAttributes: { Name: string; Value: string }[]) =>
  pool.client.send(
    new AdminUpdateUserAttributesCommand({ UserPoolId: pool.ids.UserPoolId, Username, UserAttributes }),
  );

async function attributesOf(username: string): Promise<Record<string, string>> {
  const { Users = [] } = await pool.client.send(new ListUsersCommand({ UserPoolId: pool.ids.UserPoolId }));
  const user = Users.find(({ Username }) => Username === username);
  return Object.fromEntries((user?.Attributes ?? []).map(({ Name = '', Value = '' }) => [Name, Value]));
}

describe('AdminUpdateUserAttributes', () => {
  it('changes the named attributes only, and codes go to the new address', async () => {
    await pool.addUser('ada');
    await update('Ada', [{ Name: 'email', Value: NEW }, VERIFIED]);
    expect(await attributesOf('ada')).toMatchObject({ email: NEW, email_verified: 'true' });
    await update('ada', [{ Name: 'nickname', Value: 'A' }]);
    expect(await attributesOf('ada')).toMatchObject({ email: NEW, email_verified: 'true', nickname: 'A' });
    const { ClientId } = pool.ids;
    await pool.client.send(new ForgotPasswordCommand({ ClientId, Username: 'ada' }));
    expect(pool.mails.at(-1)?.to).toBe(NEW);
    await expect(pool.signIn('ada')).resolves.toBeDefined();
  });

  it('marks a new address as unverified by default', async () => {
    await pool.addUser('bea');
    await update('bea', [{ Name: 'email', Value: NEW }]);
    expect(await attributesOf('bea')).toMatchObject({ email: NEW, email_verified: 'false' });
    const sent = pool.mails.length;
    await pool.client.send(new ForgotPasswordCommand({ ClientId: pool.ids.ClientId, Username: 'bea' }));
    expect(pool.mails).toHaveLength(sent);
  });

  it('refuses unknown users and attributes', async () => {
    await pool.addUser('cleo');
    await expect(update('nobody', [VERIFIED])).rejects.toEqual(
      refusal('UserNotFoundException', 'User does not exist.'),
    );
    await expect(update('cleo', [{ Name: 'email', Value: 'no address' }])).rejects.toEqual(
      refusal('InvalidParameterException', 'Invalid email address format.'),
    );
    await expect(update('cleo', [{ Name: 'colour', Value: 'red' }])).rejects.toEqual(
      refusal('InvalidParameterException', /colour: Attribute does not exist/),
    );
  });
});
