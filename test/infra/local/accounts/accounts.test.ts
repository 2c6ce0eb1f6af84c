import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import {
  ChangePasswordCommand,
  ConfirmForgotPasswordCommand,
  ForgotPasswordCommand,
  ListUsersCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AccountsPool, PASSWORD, refusal } from '../../../support/handlers/accounts-pool.ts';

const pool = new AccountsPool();
beforeAll(() => pool.start());
afterAll(() => pool.remove());

describe('the pool', () => {
  it('has ids that look like AWS’s', () => {
    expect(pool.accounts.userPoolId).toMatch(/^us-east-1_[A-Za-z0-9]{9}$/);
    expect(pool.accounts.userPoolClientId).toMatch(/^[a-z0-9]{26}$/);
    expect(pool.accounts.issuer).toBe(
      `https://cognito-idp.us-east-1.amazonaws.com/${pool.accounts.userPoolId}`,
    );
  });

  it('serves its public key and nothing of the private one', async () => {
    const response = await fetch(pool.accounts.jwksUri);
    const { keys } = (await response.json()) as { keys: object[] };
    expect(keys).toEqual([
      { alg: 'RS256', e: 'AQAB', kid: expect.any(String), kty: 'RSA', n: expect.any(String), use: 'sig' },
    ]);
  });

  it('serves a discovery document that names the issuer and the key set', async () => {
    const { endpoint, userPoolId, issuer, jwksUri } = pool.accounts;
    const response = await fetch(`${endpoint}/${userPoolId}/.well-known/openid-configuration`);
    expect(await response.json()).toMatchObject({ issuer, jwks_uri: jwksUri });
  });

  it('knows no other pool’s documents', async () => {
    const response = await fetch(`${pool.accounts.endpoint}/us-east-1_Other0000/.well-known/jwks.json`);
    expect(response.status).toBe(404);
  });
});

describe('signatures', () => {
  const { accessKeyId, secretAccessKey } = pool.credentials;

  it('refuses an admin call that is signed with a wrong secret', async () => {
    const client = pool.clientWith({ accessKeyId, secretAccessKey: 'wrong' });
    await expect(client.send(new ListUsersCommand({ UserPoolId: pool.ids.UserPoolId }))).rejects.toEqual(
      refusal('InvalidSignatureException', /does not match the signature/),
    );
  });

  it('refuses an admin call that is signed with an unknown key', async () => {
    const client = pool.clientWith({ accessKeyId: 'AKIAUNKNOWN', secretAccessKey });
    await expect(client.send(new ListUsersCommand({ UserPoolId: pool.ids.UserPoolId }))).rejects.toEqual(
      refusal('UnrecognizedClientException', 'The security token included in the request is invalid.'),
    );
  });

  it('refuses an admin call without a signature', async () => {
    const response = await fetch(pool.accounts.endpoint, {
      method: 'POST',
      headers: { 'x-amz-target': 'AWSCognitoIdentityProviderService.ListUsers' },
      body: JSON.stringify({ UserPoolId: pool.ids.UserPoolId }),
    });
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ __type: 'MissingAuthenticationTokenException' });
  });

  it('lets anyone use a token', async () => {
    await pool.addUser('stranger');
    const { AccessToken } = await pool.signIn('stranger');
    const client = pool.clientWith({ accessKeyId: 'AKIAUNKNOWN', secretAccessKey: 'wrong' });
    const change = { AccessToken, PreviousPassword: PASSWORD, ProposedPassword: 'a better password' };
    await client.send(new ChangePasswordCommand(change));
    await expect(pool.signIn('stranger', 'a better password')).resolves.toHaveProperty('AccessToken');
  });
});

describe('what is kept', () => {
  it('survives a restart: ids, users, passwords, tokens, codes', async () => {
    const { Username, UserPoolId } = await pool.addUser('keeper');
    const { AccessToken } = await pool.signIn(Username);
    const before = { ...pool.accounts, users: await users() };
    await pool.client.send(new ForgotPasswordCommand({ ClientId: pool.ids.ClientId, Username }));

    await pool.stop();
    await pool.start();

    const { userPoolId, userPoolClientId, issuer } = pool.accounts;
    expect({ userPoolId, userPoolClientId, issuer }).toEqual({
      userPoolId: before.userPoolId,
      userPoolClientId: before.userPoolClientId,
      issuer: before.issuer,
    });
    expect(UserPoolId).toBe(userPoolId);
    expect((await users()).map(({ Attributes }) => Attributes)).toEqual(
      before.users.map(({ Attributes }) => Attributes),
    );
    expect(await pool.signIn(Username)).toMatchObject({ AccessToken: expect.stringMatching(/^ey/) });
    const { payload } = await jwtVerify(AccessToken, createRemoteJWKSet(new URL(pool.accounts.jwksUri)));
    expect(payload.iss).toBe(issuer);
    await expect(pool.changePassword(AccessToken, PASSWORD, 'another password')).resolves.toBeUndefined();
    const ConfirmationCode = pool.lastCode();
    const reset = { ClientId: userPoolClientId, Username, ConfirmationCode, Password: 'a better password' };
    await expect(pool.client.send(new ConfirmForgotPasswordCommand(reset))).resolves.toBeDefined();
  });

  it('holds no password in clear', async () => {
    await pool.addUser('secretive', 'Zq7-a-password-to-look-for');
    await pool.signIn('secretive', 'Zq7-a-password-to-look-for');
    const files = readdirSync(pool.dataDir).filter((name) => name.startsWith('accounts.sqlite'));
    expect(files).toContain('accounts.sqlite-wal');
    const bytes = Buffer.concat(files.map((name) => readFileSync(join(pool.dataDir, name))));
    expect(bytes.includes('secretive@fans.example')).toBe(true);
    expect(bytes.includes('Zq7-a-password-to-look-for')).toBe(false);
    expect(bytes.includes(PASSWORD)).toBe(false);
  });

  it('is readable by its owner alone', () => {
    expect(statSync(join(pool.dataDir, 'accounts.sqlite')).mode & 0o777).toBe(0o600);
  });

  async function users() {
    const { UserPoolId } = pool.ids;
    return (await pool.client.send(new ListUsersCommand({ UserPoolId }))).Users ?? [];
  }
});
