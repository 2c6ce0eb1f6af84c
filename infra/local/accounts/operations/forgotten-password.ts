import { HOUR_MS } from '#shared/plain/time.ts';
import { createHash, randomInt } from 'node:crypto';
import { CODE_PLACE, RESET_MAIL } from '#infra/agreed/reset-mail.ts';
import { AwsError } from '../../aws/aws-error.ts';
import { clearRequests, countRequest } from '../pool/attempts.ts';
import { checkPolicy, hashPassword } from '../pool/password-hash.ts';
import { checkClient, type Pool, type User } from '../pool/pool.ts';
import { notAuthorized } from '../pool/refusals.ts';
import { updateUser, usernameKey } from '../pool/users.ts';
import { CLIENT_ID, CODE, parameters, PASSWORD, USERNAME, type Input } from './parameters.ts';

const CODE_LIFE_MS = HOUR_MS;

/**
 * https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_ForgotPassword.html
 * With PreventUserExistenceErrors on, unknown users and unverified addresses get the same response as others.
 */
export function forgotPassword(pool: Pool, input: Input): object {
  const { ClientId, Username } = parameters(input, { ClientId: CLIENT_ID, Username: USERNAME });
  checkClient(pool, ClientId);
  const key = usernameKey(Username);
  countRequest(pool, 'forgot-password', key);
  const user = pool.users.get(key);
  if (user?.status === 'FORCE_CHANGE_PASSWORD') {
    throw notAuthorized('User password cannot be reset in the current state.');
  }
  const email = user && provenEmail(user);
  if (!email) return deliveredTo(simulatedEmail(pool, key));
  const digits = String(randomInt(1_000_000)).padStart(6, '0');
  const expiresMs = pool.now() + CODE_LIFE_MS;
  updateUser(pool, user, (now) => ({ ...now, resetCode: { digits, expiresMs } }));
  pool.deliver({
    to: email,
    subject: RESET_MAIL.subject,
    text: RESET_MAIL.paragraphs.join('\n\n').replace(CODE_PLACE, digits),
  });
  return deliveredTo(email);
}

/** https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_ConfirmForgotPassword.html */
export async function confirmForgotPassword(pool: Pool, input: Input): Promise<object> {
  const { ClientId, Username, ConfirmationCode, Password } = parameters(input, {
    ClientId: CLIENT_ID,
    Username: USERNAME,
    ConfirmationCode: CODE,
    Password: PASSWORD,
  });
  checkClient(pool, ClientId);
  checkPolicy(Password);
  const key = usernameKey(Username);
  countRequest(pool, 'confirm-forgot-password', key);
  const passwordHash = await hashPassword(Password, pool.passwordCost);
  // No `await` from here on: if a code is used twice at the same time, only the first use succeeds.
  const user = pool.users.get(key);
  if (!user) throw codeMismatch();
  checkCode(pool, user, ConfirmationCode);
  updateUser(pool, user, ({ resetCode: _used, ...rest }) => ({ ...rest, passwordHash }));
  clearRequests(pool, 'confirm-forgot-password', key);
  return {};
}

function checkCode(pool: Pool, { resetCode }: User, digits: string): void {
  if (!resetCode || resetCode.expiresMs <= pool.now()) {
    throw new AwsError('ExpiredCodeException', 'Invalid code provided, please request a code again.');
  }
  if (resetCode.digits !== digits) throw codeMismatch();
}

function codeMismatch(): AwsError {
  return new AwsError('CodeMismatchException', 'Invalid verification code provided, please try again.');
}

function provenEmail({ status, attributes }: User): string | undefined {
  return status === 'CONFIRMED' && attributes['email_verified'] === 'true' ? attributes['email'] : undefined;
}

function deliveredTo(email: string): object {
  const masked = email.replace(/^(.)[^@]*@(.).*$/, '$1***@$2***').toLowerCase();
  return {
    CodeDeliveryDetails: { AttributeName: 'email', DeliveryMedium: 'EMAIL', Destination: masked },
  };
}

/** Returns the same address for the same name, as a real user would have one address. */
function simulatedEmail(pool: Pool, key: string): string {
  const [user = 0, host = 0] = createHash('sha256').update(`${pool.id}:${key}`).digest();
  const letter = (byte: number): string => String.fromCharCode('a'.charCodeAt(0) + (byte % 26));
  return `${letter(user)}@${letter(host)}`;
}
