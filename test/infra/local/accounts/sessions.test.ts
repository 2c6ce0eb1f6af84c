import {
  AdminDeleteUserCommand,
  AdminInitiateAuthCommand,
  AdminUserGlobalSignOutCommand,
  ChangePasswordCommand,
  DeleteUserCommand,
  GetUserCommand,
  GlobalSignOutCommand,
  InitiateAuthCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { decodeJwt, exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AccountsPool, PASSWORD, refusal } from '../../../support/handlers/accounts-pool.ts';

const pool = new AccountsPool();
beforeAll(() => pool.start());
afterAll(() => pool.remove());

const REVOKED = refusal('NotAuthorizedException', 'Access Token has been revoked');
const EXPIRED = refusal('NotAuthorizedException', 'Access Token has expired');
const NO_USER = refusal('UserNotFoundException', 'User does not exist.');
const DAY_MS = 24 * 60 * 60_000;

const getUser = (AccessToken: string) => pool.client.send(new GetUserCommand({ AccessToken }));

function refresh(REFRESH_TOKEN: string) {
  const { ClientId } = pool.ids;
  const AuthParameters = { REFRESH_TOKEN };
  return pool.client.send(
    new InitiateAuthCommand({ ClientId, AuthFlow: 'REFRESH_TOKEN_AUTH', AuthParameters }),
  );
}

describe('GetUser', () => {
  it('answers whose token it is', async () => {
    await pool.addUser('ada');
    const { AccessToken } = await pool.signIn('ada');
    expect(await getUser(AccessToken)).toMatchObject({
      Username: 'ada',
      UserAttributes: [
        { Name: 'sub', Value: decodeJwt(AccessToken).sub },
        { Name: 'email', Value: 'ada@fans.example' },
        { Name: 'email_verified', Value: 'true' },
      ],
    });
  });

  it('refuses a token after a day', async () => {
    await pool.addUser('slow');
    const { AccessToken } = await pool.signIn('slow');
    pool.wait(DAY_MS - 2000);
    await expect(getUser(AccessToken)).resolves.toHaveProperty('Username', 'slow');
    pool.wait(2000);
    await expect(getUser(AccessToken)).rejects.toEqual(EXPIRED);
  });

  it('refuses what is no access token', async () => {
    await pool.addUser('mistaken');
    const { IdToken } = await pool.signIn('mistaken');
    const invalid = refusal('NotAuthorizedException', 'Invalid Access Token');
    await expect(getUser(IdToken)).rejects.toEqual(invalid);
    await expect(getUser('nonsense')).rejects.toEqual(invalid);
    await expect(getUser('no token')).rejects.toEqual(
      refusal('InvalidParameterException', /at 'accessToken' .*pattern: \[A-Za-z0-9-_=\.\]\+$/),
    );
  });

  it('refuses a token that somebody else signed', async () => {
    await pool.addUser('forged');
    const { AccessToken } = await pool.signIn('forged');
    const { privateKey } = await generateKeyPair('RS256', { extractable: true });
    const { n = '' } = await exportJWK(privateKey);
    const forged = await new SignJWT(decodeJwt(AccessToken))
      .setProtectedHeader({ alg: 'RS256', kid: n.slice(0, 44) })
      .sign(privateKey);
    await expect(getUser(forged)).rejects.toEqual(
      refusal('NotAuthorizedException', 'Could not verify signature for Access Token'),
    );
  });
});

describe('REFRESH_TOKEN_AUTH', () => {
  it('gives new tokens of the same session, and no new refresh token', async () => {
    await pool.addUser('returning');
    const first = await pool.signIn('returning');
    pool.wait(DAY_MS);
    const { AuthenticationResult } = await refresh(first.RefreshToken);
    const { AccessToken = '', RefreshToken } = AuthenticationResult ?? {};
    expect(RefreshToken).toBeUndefined();
    const { origin_jti, auth_time } = decodeJwt(first.AccessToken);
    expect(decodeJwt(AccessToken)).toMatchObject({ origin_jti, auth_time });
    await expect(getUser(AccessToken)).resolves.toHaveProperty('Username', 'returning');
  });

  it('works for administrators too', async () => {
    await pool.addUser('helped');
    const { RefreshToken: REFRESH_TOKEN } = await pool.signIn('helped');
    const AuthParameters = { REFRESH_TOKEN };
    const answer = await pool.client.send(
      new AdminInitiateAuthCommand({ ...pool.ids, AuthFlow: 'REFRESH_TOKEN_AUTH', AuthParameters }),
    );
    expect(decodeJwt(answer.AuthenticationResult?.AccessToken ?? '')['username']).toBe('helped');
  });

  it('refuses a made-up token, and an old one after 30 days', async () => {
    await pool.addUser('longgone');
    const { RefreshToken } = await pool.signIn('longgone');
    const invalid = refusal('NotAuthorizedException', 'Invalid Refresh Token');
    await expect(refresh(`${RefreshToken}x`)).rejects.toEqual(invalid);
    await expect(refresh('nonsense')).rejects.toEqual(invalid);
    pool.wait(30 * DAY_MS);
    await expect(refresh(RefreshToken)).rejects.toEqual(
      refusal('NotAuthorizedException', 'Refresh Token has expired'),
    );
  });
});

describe('signing out everywhere', () => {
  it('ends every session of the user, and no later one', async () => {
    const user = await pool.addUser('everywhere');
    await pool.addUser('bystander');
    const [one, two, other] = [
      await pool.signIn('everywhere'),
      await pool.signIn('everywhere'),
      await pool.signIn('bystander'),
    ];
    await pool.client.send(new AdminUserGlobalSignOutCommand({ ...user, Username: 'EveryWhere' }));
    for (const { AccessToken, RefreshToken } of [one, two]) {
      await expect(getUser(AccessToken)).rejects.toEqual(REVOKED);
      await expect(refresh(RefreshToken)).rejects.toEqual(
        refusal('NotAuthorizedException', 'Refresh Token has been revoked'),
      );
      const change = { AccessToken, PreviousPassword: PASSWORD, ProposedPassword: 'another password' };
      await expect(pool.client.send(new ChangePasswordCommand(change))).rejects.toEqual(REVOKED);
    }
    await expect(getUser(other.AccessToken)).resolves.toHaveProperty('Username', 'bystander');
    const later = await pool.signIn('everywhere');
    await expect(getUser(later.AccessToken)).resolves.toHaveProperty('Username', 'everywhere');
  });

  it('can be asked for with a token', async () => {
    await pool.addUser('self');
    const { AccessToken } = await pool.signIn('self');
    await pool.client.send(new GlobalSignOutCommand({ AccessToken }));
    await expect(pool.client.send(new GlobalSignOutCommand({ AccessToken }))).rejects.toEqual(REVOKED);
  });

  it('needs a user', async () => {
    const nobody = { UserPoolId: pool.ids.UserPoolId, Username: 'nobody' };
    await expect(pool.client.send(new AdminUserGlobalSignOutCommand(nobody))).rejects.toEqual(NO_USER);
  });
});

describe('deletion', () => {
  it('voids the tokens of the user, for whoever takes the name next too', async () => {
    await pool.addUser('leaver');
    const { AccessToken, RefreshToken } = await pool.signIn('leaver');
    await pool.client.send(new DeleteUserCommand({ AccessToken }));
    await expect(getUser(AccessToken)).rejects.toEqual(NO_USER);
    await pool.addUser('leaver');
    await expect(getUser(AccessToken)).rejects.toEqual(NO_USER);
    await expect(refresh(RefreshToken)).rejects.toEqual(
      refusal('NotAuthorizedException', 'Refresh Token has been revoked'),
    );
    await expect(pool.client.send(new DeleteUserCommand({ AccessToken }))).rejects.toEqual(NO_USER);
  });

  it('by an administrator ends the sessions as well', async () => {
    const user = await pool.addUser('removed');
    const { AccessToken } = await pool.signIn('removed');
    await pool.client.send(new AdminDeleteUserCommand(user));
    await expect(getUser(AccessToken)).rejects.toEqual(NO_USER);
    await expect(pool.signIn('removed')).rejects.toEqual(
      refusal('NotAuthorizedException', 'Incorrect username or password.'),
    );
  });
});
