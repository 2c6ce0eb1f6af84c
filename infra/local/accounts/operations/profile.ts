import { clearFailedSignIns } from '../pool/attempts.ts';
import { ACCESS_TOKEN, parameters, POOL_ID, USERNAME, type Input } from './parameters.ts';
import { checkPool, type Pool, type User } from '../pool/pool.ts';
import { authorize } from '../pool/tokens.ts';
import { findUser, removeUser, updateUser, wireAttributes, wireProfile } from '../pool/users.ts';

/** https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_GetUser.html */
export async function getUser(pool: Pool, input: Input): Promise<object> {
  const user = await caller(pool, input);
  return { Username: user.username, UserAttributes: wireAttributes(user) };
}

/** https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_AdminGetUser.html */
export function adminGetUser(pool: Pool, input: Input): object {
  const user = namedUser(pool, input);
  return { ...wireProfile(user), UserAttributes: wireAttributes(user) };
}

/** https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_DeleteUser.html */
export async function deleteUser(pool: Pool, input: Input): Promise<object> {
  return remove(pool, await caller(pool, input));
}

/** https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_AdminDeleteUser.html */
export function adminDeleteUser(pool: Pool, input: Input): object {
  return remove(pool, namedUser(pool, input));
}

/** https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_GlobalSignOut.html */
export async function globalSignOut(pool: Pool, input: Input): Promise<object> {
  return signOut(pool, await caller(pool, input));
}

/** https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_AdminUserGlobalSignOut.html */
export function adminUserGlobalSignOut(pool: Pool, input: Input): object {
  return signOut(pool, namedUser(pool, input));
}

function caller(pool: Pool, input: Input): Promise<User> {
  return authorize(pool, parameters(input, { AccessToken: ACCESS_TOKEN }).AccessToken);
}

function namedUser(pool: Pool, input: Input): User {
  const { UserPoolId, Username } = parameters(input, { UserPoolId: POOL_ID, Username: USERNAME });
  checkPool(pool, UserPoolId);
  return findUser(pool, Username);
}

function remove(pool: Pool, user: User): object {
  removeUser(pool, user);
  clearFailedSignIns(pool, user.username);
  return {};
}

function signOut(pool: Pool, user: User): object {
  updateUser(pool, user, (now) => ({ ...now, signOuts: now.signOuts + 1 }));
  return {};
}
