import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import {
  ConfirmForgotPasswordCommand,
  ForgotPasswordCommand,
  ListUsersCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AccountsPool, PASSWORD, refusal } from '#test/support/api/accounts-pool.ts';

const pool = new AccountsPool();
beforeAll(() => pool.start());
afterAll(() => pool.remove());

describe('the user pool', () => {
  it('has ids like those of AWS', () => {
    expect(pool.accounts.userPoolId).toMatch(/^[a-z]+(-[a-z]+)+-\d_[A-Za-z0-9]{9}$/);
    expect(pool.accounts.userPoolClientId).toMatch(/^[a-z0-9]{26}$/);
  });
});

describe('signature checks', () => {
  it('refuse an admin request with a wrong secret', async () => {
    const client = pool.clientWith({ ...pool.credentials, secretAccessKey: 'wrong' });
    await expect(client.send(new ListUsersCommand({ UserPoolId: pool.ids.UserPoolId }))).rejects.toEqual(
      refusal('InvalidSignatureException', /does not match the signature/),
    );
  });

  it('refuse an admin request with an unknown key', async () => {
    const client = pool.clientWith({ accessKeyId: 'AKIAUNKNOWN', secretAccessKey: 'x' });
    await expect(client.send(new ListUsersCommand({ UserPoolId: pool.ids.UserPoolId }))).rejects.toEqual(
      refusal('UnrecognizedClientException', 'The security token included in the request is invalid.'),
    );
  });

  it('refuse an admin request without a signature', async () => {
    const response = await fetch(pool.accounts.endpoint, {
      method: 'POST',
      headers: { 'x-amz-target': 'AWSCognitoIdentityProviderService.ListUsers' },
      body: JSON.stringify({ UserPoolId: pool.ids.UserPoolId }),
    });
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ __type: 'MissingAuthenticationTokenException' });
  });

  it('allow code requests by anybody', async () => {
    await pool.addUser('stranger');
    const client = pool.clientWith({ accessKeyId: 'AKIAUNKNOWN', secretAccessKey: 'wrong' });
    const { ClientId } = pool.ids;
    await client.send(new ForgotPasswordCommand({ ClientId, Username: 'stranger' }));
    expect(pool.mails.at(-1)).toMatchObject({ to: 'stranger@fans.example' });
  });
});

describe('the stored state', () => {
  it('survives a restart: ids, users, passwords, codes', async () => {
    const { Username, UserPoolId } = await pool.addUser('keeper');
    const before = { ...pool.accounts, users: await users() };
    await pool.client.send(new ForgotPasswordCommand({ ClientId: pool.ids.ClientId, Username }));

    await pool.stop();
    await pool.start();

    const { userPoolId, userPoolClientId } = pool.accounts;
    expect({ userPoolId, userPoolClientId }).toEqual({
      userPoolId: before.userPoolId,
      userPoolClientId: before.userPoolClientId,
    });
    expect(UserPoolId).toBe(userPoolId);
    expect((await users()).map(({ Attributes }) => Attributes)).toEqual(
      before.users.map(({ Attributes }) => Attributes),
    );
    await expect(pool.signIn(Username)).resolves.toHaveProperty('AccessToken');
    const ConfirmationCode = pool.lastCode();
    const reset = { ClientId: userPoolClientId, Username, ConfirmationCode, Password: 'a better password' };
    await expect(pool.client.send(new ConfirmForgotPasswordCommand(reset))).resolves.toBeDefined();
  });

  it('has no password in plain text', async () => {
    await pool.addUser('secretive', 'Zq7-a-password-to-look-for');
    await pool.signIn('secretive', 'Zq7-a-password-to-look-for');
    const files = readdirSync(pool.dataDir).filter((name) => name.startsWith('accounts.sqlite'));
    expect(files).toContain('accounts.sqlite-wal');
    const bytes = Buffer.concat(files.map((name) => readFileSync(join(pool.dataDir, name))));
    expect(bytes.includes('secretive@fans.example')).toBe(true);
    expect(bytes.includes('Zq7-a-password-to-look-for')).toBe(false);
    expect(bytes.includes(PASSWORD)).toBe(false);
  });

  it('is readable by its owner only', () => {
    expect(statSync(join(pool.dataDir, 'accounts.sqlite')).mode & 0o777).toBe(0o600);
  });

  async function users() {
    const { UserPoolId } = pool.ids;
    return (await pool.client.send(new ListUsersCommand({ UserPoolId }))).Users ?? [];
  }
});
