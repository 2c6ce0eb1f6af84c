import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { errors, jwtVerify, SignJWT, type JWTPayload } from 'jose';
import type { Pool, Session, User } from './pool.ts';
import { notAuthorized, userNotFound } from './refusals.ts';

/** The app client's setting for access and ID tokens: a day. */
const TOKEN_LIFE_S = 24 * 60 * 60;
/** Cognito's default for refresh tokens. */
const SESSION_LIFE_MS = 30 * 24 * 60 * 60_000;

/** AuthenticationResultType of the API reference. */
export interface AuthenticationResult {
  readonly AccessToken: string;
  readonly IdToken: string;
  readonly ExpiresIn: number;
  readonly TokenType: 'Bearer';
  readonly RefreshToken?: string;
}

/** Signs a user in: a new session and its first tokens. */
export async function startSession(pool: Pool, user: User): Promise<AuthenticationResult> {
  const originJti = randomUUID();
  const refreshToken = `${originJti}.${randomBytes(48).toString('base64url')}`;
  const session: Session = {
    originJti,
    username: user.username,
    sub: user.sub,
    signOuts: user.signOuts,
    authTimeS: Math.floor(pool.now() / 1000),
    refreshHash: sha256(refreshToken),
    expiresMs: pool.now() + SESSION_LIFE_MS,
  };
  pool.sessions.put(originJti, session);
  return { ...(await issueTokens(pool, user, session)), RefreshToken: refreshToken };
}

/** New access and ID tokens for a session's refresh token. Throws NotAuthorizedException. */
export async function refreshSession(pool: Pool, refreshToken: string): Promise<AuthenticationResult> {
  const session = pool.sessions.get(refreshToken.split('.')[0] ?? '');
  if (session?.refreshHash !== sha256(refreshToken)) throw notAuthorized('Invalid Refresh Token');
  if (session.expiresMs <= pool.now()) throw notAuthorized('Refresh Token has expired');
  const user = pool.users.get(session.username);
  if (!user || !belongs(session, user)) throw notAuthorized('Refresh Token has been revoked');
  return issueTokens(pool, user, session);
}

/**
 * The user whose access token this is. Throws NotAuthorizedException for a token that is not ours, expired or
 * revoked, and UserNotFoundException when the user is gone.
 */
export async function authorize(pool: Pool, accessToken: string): Promise<User> {
  const claims = await verify(pool, accessToken);
  if (claims['token_use'] !== 'access' || claims['client_id'] !== pool.clientId) {
    throw notAuthorized('Invalid Access Token');
  }
  const user = pool.users.get(String(claims['username']));
  if (!user || user.sub !== claims.sub) throw userNotFound();
  const session = pool.sessions.get(String(claims['origin_jti']));
  if (!session || !belongs(session, user)) throw notAuthorized('Access Token has been revoked');
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

function belongs(session: Session, user: User): boolean {
  return session.sub === user.sub && session.signOuts === user.signOuts;
}

/** Claims as "Understanding the access token" and "… the identity (ID) token" of the developer guide list them. */
async function issueTokens(pool: Pool, user: User, session: Session): Promise<AuthenticationResult> {
  const common = {
    sub: user.sub,
    iss: pool.issuer,
    origin_jti: session.originJti,
    event_id: randomUUID(),
    auth_time: session.authTimeS,
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
  return { AccessToken, IdToken, ExpiresIn: TOKEN_LIFE_S, TokenType: 'Bearer' };
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

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
