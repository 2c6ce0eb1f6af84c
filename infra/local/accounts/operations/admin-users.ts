import { DAY_MS } from '#shared/plain/time.ts';
import { randomBytes } from 'node:crypto';
import { AwsError } from '../../aws/aws-error.ts';
import { clearFailedSignIns } from '../pool/attempts.ts';
import { checkPolicy, hashPassword } from '../pool/password-hash.ts';
import { checkPool, type Pool, type User } from '../pool/pool.ts';
import { addUser, findUser, readAttributes, refuseTaken, removeUser, wireUser } from '../pool/users.ts';
import { optional, parameters, PASSWORD, POOL_ID, USERNAME, type Input } from './parameters.ts';

/** The pool's default for invitations. */
export const TEMPORARY_PASSWORD_MS = 7 * DAY_MS;

/** https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_AdminCreateUser.html */
export async function adminCreateUser(pool: Pool, input: Input): Promise<object> {
  const { UserPoolId, Username, TemporaryPassword, MessageAction } = parameters(input, {
    UserPoolId: POOL_ID,
    Username: USERNAME,
    TemporaryPassword: optional(PASSWORD),
    MessageAction: { required: false, oneOf: ['RESEND', 'SUPPRESS'], isPublic: true },
  });
  checkPool(pool, UserPoolId);
  if (MessageAction === 'RESEND') {
    throw new AwsError('UnsupportedOperationException', 'The local user pool does not resend invitations.');
  }
  const attributes = readAttributes(input['UserAttributes']);
  const password = TemporaryPassword ?? randomBytes(9).toString('base64url');
  checkPolicy(password);
  refuseTaken(pool, Username);
  const passwordHash = await hashPassword(password, pool.passwordCost);
  const temporaryUntilMs = pool.now() + TEMPORARY_PASSWORD_MS;
  const fields = { attributes, status: 'FORCE_CHANGE_PASSWORD', passwordHash, temporaryUntilMs } as const;
  const user = addUser(pool, { username: Username, ...fields });
  if (MessageAction !== 'SUPPRESS') invite(pool, user, password);
  return { User: wireUser(user) };
}

function invite(pool: Pool, { username, attributes }: User, password: string): void {
  pool.deliver({
    to: attributes['email']!,
    subject: 'Your temporary password',
    text: `Your username is ${username} and temporary password is ${password}`,
  });
}

/** https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_AdminDeleteUser.html */
export function adminDeleteUser(pool: Pool, input: Input): object {
  const { UserPoolId, Username } = parameters(input, { UserPoolId: POOL_ID, Username: USERNAME });
  checkPool(pool, UserPoolId);
  const user = findUser(pool, Username);
  removeUser(pool, user);
  clearFailedSignIns(pool, user.username);
  return {};
}
