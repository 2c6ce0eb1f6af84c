import { AdminDeleteUserCommand } from '@aws-sdk/client-cognito-identity-provider';
import { decodeJwt, exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AccountsPool, PASSWORD, refusal } from '../../../support/handlers/accounts-pool.ts';

const pool = new AccountsPool();
beforeAll(() => pool.start());
afterAll(() => pool.remove());

const EXPIRED = refusal('NotAuthorizedException', 'Access Token has expired');
const NO_USER = refusal('UserNotFoundException', 'User does not exist.');
const LIFE_MS = 5 * 60_000;

/** Uses the token, and changes nothing. */
const use = (token: string) => pool.changePassword(token, PASSWORD, PASSWORD);

describe('an access token', () => {
  it('is good for five minutes', async () => {
    await pool.addUser('slow');
    const { AccessToken } = await pool.signIn('slow');
    pool.wait(LIFE_MS - 2000);
    await expect(use(AccessToken)).resolves.toBeUndefined();
    pool.wait(2000);
    await expect(use(AccessToken)).rejects.toEqual(EXPIRED);
  });

  it('is neither an ID token nor any other text', async () => {
    await pool.addUser('mistaken');
    const { IdToken } = await pool.signIn('mistaken');
    const invalid = refusal('NotAuthorizedException', 'Invalid Access Token');
    await expect(use(IdToken)).rejects.toEqual(invalid);
    await expect(use('nonsense')).rejects.toEqual(invalid);
    await expect(use('no token')).rejects.toEqual(
      refusal('InvalidParameterException', /at 'accessToken' .*pattern: \[A-Za-z0-9-_=\.\]\+$/),
    );
  });

  it('is refused if somebody else signed it', async () => {
    await pool.addUser('forged');
    const { AccessToken } = await pool.signIn('forged');
    const { privateKey } = await generateKeyPair('RS256', { extractable: true });
    const { n = '' } = await exportJWK(privateKey);
    const forged = await new SignJWT(decodeJwt(AccessToken))
      .setProtectedHeader({ alg: 'RS256', kid: n.slice(0, 44) })
      .sign(privateKey);
    await expect(use(forged)).rejects.toEqual(
      refusal('NotAuthorizedException', 'Could not verify signature for Access Token'),
    );
  });

  it('is void once its user is deleted, for whoever takes the name next too', async () => {
    const user = await pool.addUser('leaver');
    const { AccessToken } = await pool.signIn('leaver');
    await pool.client.send(new AdminDeleteUserCommand(user));
    await expect(use(AccessToken)).rejects.toEqual(NO_USER);
    await expect(pool.signIn('leaver')).rejects.toEqual(
      refusal('NotAuthorizedException', 'Incorrect username or password.'),
    );
    await pool.addUser('leaver');
    await expect(use(AccessToken)).rejects.toEqual(NO_USER);
  });
});
