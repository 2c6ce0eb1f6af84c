import { randomBytes } from 'node:crypto';
import { clearFailedSignIns, countFailedSignIn, refuseWhileLocked } from '../pool/attempts.ts';
import { hashOfUnknownUser, passwordMatches } from '../pool/password-hash.ts';
import { checkClient, checkPool, type Pool, type User } from '../pool/pool.ts';
import { invalidParameter, notAuthorized, wrongPassword } from '../pool/refusals.ts';
import { newTokens } from '../pool/tokens.ts';
import { usernameKey, wireAttributes } from '../pool/users.ts';
import { CLIENT_ID, parameters, POOL_ID, type Input } from './parameters.ts';

/** AuthFlowType of the API reference. */
const FLOWS = [
  'ADMIN_NO_SRP_AUTH',
  'ADMIN_USER_PASSWORD_AUTH',
  'CUSTOM_AUTH',
  'REFRESH_TOKEN',
  'REFRESH_TOKEN_AUTH',
  'USER_AUTH',
  'USER_PASSWORD_AUTH',
  'USER_SRP_AUTH',
] as const;

const AUTH_FLOW = { required: true, oneOf: FLOWS, isPublic: true } as const;

/** https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_AdminInitiateAuth.html */
export async function adminInitiateAuth(pool: Pool, input: Input): Promise<object> {
  const { UserPoolId, ClientId, AuthFlow } = parameters(input, {
    UserPoolId: POOL_ID,
    ClientId: CLIENT_ID,
    AuthFlow: AUTH_FLOW,
  });
  checkPool(pool, UserPoolId);
  checkClient(pool, ClientId);
  if (AuthFlow !== 'ADMIN_USER_PASSWORD_AUTH') {
    throw invalidParameter(`${AuthFlow} is not enabled for the client.`);
  }
  return signIn(pool, authParameter(input, 'USERNAME'), authParameter(input, 'PASSWORD'));
}

function authParameter(input: Input, name: string): string {
  const value = (input['AuthParameters'] as Input | undefined)?.[name];
  if (typeof value !== 'string' || value === '') throw invalidParameter(`Missing required parameter ${name}`);
  return value;
}

async function signIn(pool: Pool, username: string, password: string): Promise<object> {
  const key = usernameKey(username);
  const user = await pool.turns.take(key, () => checkPassword(pool, key, password));
  if (user.status === 'FORCE_CHANGE_PASSWORD') return newPasswordRequired(pool, user);
  return { AuthenticationResult: newTokens(), ChallengeParameters: {} };
}

/** Throws the same NotAuthorizedException for an unknown user and for a wrong password. */
async function checkPassword(pool: Pool, key: string, password: string): Promise<User> {
  refuseWhileLocked(pool, key);
  const passwordHash = pool.users.get(key)?.passwordHash ?? hashOfUnknownUser(pool.passwordCost);
  const right = await passwordMatches(password, passwordHash);
  // Read again: the password may have been changed, or the user deleted, in the meantime.
  const user = pool.users.get(key);
  if (!right || user?.passwordHash !== passwordHash) {
    countFailedSignIn(pool, key);
    throw wrongPassword();
  }
  clearFailedSignIns(pool, key);
  return user;
}

function newPasswordRequired(pool: Pool, user: User): object {
  if ((user.temporaryUntilMs ?? Infinity) <= pool.now()) {
    throw notAuthorized('Temporary password has expired and must be reset by an administrator.');
  }
  const attributes = wireAttributes(user).filter(({ Name }) => Name !== 'sub');
  return {
    ChallengeName: 'NEW_PASSWORD_REQUIRED',
    ChallengeParameters: {
      USER_ID_FOR_SRP: user.username,
      requiredAttributes: '[]',
      userAttributes: JSON.stringify(Object.fromEntries(attributes.map(({ Name, Value }) => [Name, Value]))),
    },
    Session: randomBytes(48).toString('base64url'),
  };
}
