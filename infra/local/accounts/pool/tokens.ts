import { randomBytes, randomUUID } from 'node:crypto';
import { errors, jwtVerify, SignJWT, type JWTPayload } from 'jose';
import type { Pool, User } from './pool.ts';
import { notAuthorized, userNotFound } from './refusals.ts';

/** The app client's setting for access and ID tokens. */
const TOKEN_LIFE_S = 5 * 60;

/** AuthenticationResultType of the API reference. */
export interface AuthenticationResult {
  readonly AccessToken: string;
  readonly IdToken: string;
  readonly ExpiresIn: number;
  readonly TokenType: 'Bearer';
  /** Nothing here takes it. */
  readonly RefreshToken: string;
}

/** Claims as "Understanding the access token" and "… the identity (ID) token" of the developer guide list them. */
export async function startSession(pool: Pool, user: User): Promise<AuthenticationResult> {
  const common = {
    sub: user.sub,
    iss: pool.issuer,
    origin_jti: randomUUID(),
    event_id: randomUUID(),
    auth_time: Math.floor(pool.now() / 1000),
  };
  const access = {
    ...common,
    token_use: 'access',
    client_id: pool.clientId,
    scope: 'aws.cognito.signin.user.admin',
    username: user.username,
  };
  const id = { ...common, ...idAttributes(user), token_use: 'id', aud: pool.clientId };
  const [AccessToken, IdToken] = await Promise.all([sign(pool, access), sign(pool, id)]);
  const RefreshToken = randomBytes(48).toString('base64url');
  return { AccessToken, IdToken, RefreshToken, ExpiresIn: TOKEN_LIFE_S, TokenType: 'Bearer' };
}

/**
 * The user whose access token this is. Throws NotAuthorizedException for a token that is not ours or expired, and
 * UserNotFoundException when the user is gone.
 */
export async function authorize(pool: Pool, accessToken: string): Promise<User> {
  const claims = await verify(pool, accessToken);
  if (claims['token_use'] !== 'access' || claims['client_id'] !== pool.clientId) {
    throw notAuthorized('Invalid Access Token');
  }
  const user = pool.users.get(String(claims['username']));
  if (!user || user.sub !== claims.sub) throw userNotFound();
  return user;
}

async function verify(pool: Pool, token: string): Promise<JWTPayload> {
  const options = { issuer: pool.issuer, algorithms: ['RS256'], currentDate: new Date(pool.now()) };
  try {
    return (await jwtVerify(token, pool.key.publicKey, options)).payload;
  } catch (cause) {
    const message =
      cause instanceof errors.JWTExpired
        ? 'Access Token has expired'
        : cause instanceof errors.JWSSignatureVerificationFailed
          ? 'Could not verify signature for Access Token'
          : 'Invalid Access Token';
    throw Object.assign(notAuthorized(message), { cause });
  }
}

function idAttributes({ username, attributes }: User): object {
  return {
    'cognito:username': username,
    email: attributes['email']?.toLowerCase(),
    email_verified: attributes['email_verified'] === 'true',
  };
}

function sign(pool: Pool, claims: JWTPayload): Promise<string> {
  const iat = Math.floor(pool.now() / 1000);
  return new SignJWT({ ...claims, iat, exp: iat + TOKEN_LIFE_S, jti: randomUUID() })
    .setProtectedHeader({ kid: pool.key.kid, alg: 'RS256' })
    .sign(pool.key.privateKey);
}
