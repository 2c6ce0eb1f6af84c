import { randomBytes } from 'node:crypto';
import { AwsError } from '../../aws/aws-error.ts';
import { CLIENT_ID, optional, parameters, PASSWORD, POOL_ID, USERNAME, type Input } from './parameters.ts';
import { checkPolicy, hashPassword } from '../pool/password-hash.ts';
import { checkClient, checkPool, type Pool, type User } from '../pool/pool.ts';
import { notAuthorized } from '../pool/refusals.ts';
import { addUser, findUser, readAttributes, refuseTaken, updateUser, wireUser } from '../pool/users.ts';

/** The pool's default for invitations. */
export const TEMPORARY_PASSWORD_MS = 7 * 24 * 60 * 60_000;

const SIGN_UP_TAKEN = 'User already exists';
const CREATE_TAKEN = 'User account already exists';

/** https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_SignUp.html */
export async function signUp(pool: Pool, input: Input): Promise<object> {
  const { ClientId, Username, Password } = parameters(input, {
    ClientId: CLIENT_ID,
    Username: USERNAME,
    Password: PASSWORD,
  });
  checkClient(pool, ClientId);
  const attributes = readAttributes(input['UserAttributes']);
  if ('email_verified' in attributes || 'phone_number_verified' in attributes) {
    throw notAuthorized('A client attempted to write unauthorized attribute');
  }
  checkPolicy(Password);
  refuseTaken(pool, Username, SIGN_UP_TAKEN);
  const passwordHash = await hashPassword(Password);
  const fields = { username: Username, attributes, status: 'UNCONFIRMED', passwordHash } as const;
  const user = addUser(pool, fields, SIGN_UP_TAKEN);
  return { UserConfirmed: false, UserSub: user.sub };
}

/** https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_AdminConfirmSignUp.html */
export function adminConfirmSignUp(pool: Pool, input: Input): object {
  const { UserPoolId, Username } = parameters(input, { UserPoolId: POOL_ID, Username: USERNAME });
  checkPool(pool, UserPoolId);
  const user = findUser(pool, Username);
  if (user.status !== 'UNCONFIRMED') {
    throw notAuthorized(`User cannot be confirmed. Current status is ${user.status}`);
  }
  updateUser(pool, user, (now) => ({ ...now, status: 'CONFIRMED' }));
  return {};
}

/** https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_AdminCreateUser.html */
export async function adminCreateUser(pool: Pool, input: Input): Promise<object> {
  const { UserPoolId, Username, TemporaryPassword, MessageAction } = parameters(input, {
    UserPoolId: POOL_ID,
    Username: USERNAME,
    TemporaryPassword: optional(PASSWORD),
    MessageAction: { required: false, oneOf: ['RESEND', 'SUPPRESS'], shown: true },
  });
  checkPool(pool, UserPoolId);
  if (MessageAction === 'RESEND') {
    throw new AwsError('UnsupportedOperationException', 'The local user pool does not resend invitations.');
  }
  const attributes = readAttributes(input['UserAttributes']);
  const password = TemporaryPassword ?? randomBytes(9).toString('base64url');
  checkPolicy(password);
  refuseTaken(pool, Username, CREATE_TAKEN);
  const passwordHash = await hashPassword(password);
  const temporaryUntilMs = pool.now() + TEMPORARY_PASSWORD_MS;
  const fields = { attributes, status: 'FORCE_CHANGE_PASSWORD', passwordHash, temporaryUntilMs } as const;
  const user = addUser(pool, { username: Username, ...fields }, CREATE_TAKEN);
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
