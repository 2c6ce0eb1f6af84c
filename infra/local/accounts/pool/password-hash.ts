import { randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto';
import { AwsError } from '../../aws/aws-error.ts';

const MIN_PASSWORD_LENGTH = 8;
const HASH_BYTES = 32;
const SALT_BYTES = 16;
/** Cost parameters of scrypt (RFC 7914 §2). */
export type PasswordCost = Readonly<Required<Pick<ScryptOptions, 'N' | 'r' | 'p'>>>;

/** From OWASP's Password Storage Cheat Sheet: of the equivalent settings, the one with the least memory (16 MiB). */
export const PASSWORD_COST: PasswordCost = { N: 2 ** 14, r: 8, p: 5 };

/** Returns a hash to compare an unknown user's password with, so that the response takes as long as for known users. */
export const hashOfUnknownUser = ({ N, r, p } = PASSWORD_COST): string =>
  [N, r, p, 'AAAAAAAAAAAAAAAAAAAAAA', 'A'.repeat(43)].join('$');

/** Checks the pool's policy: at least eight characters of any kind. Throws InvalidPasswordException. */
export function checkPolicy(password: string): void {
  if (password.length >= MIN_PASSWORD_LENGTH) return;
  throw new AwsError(
    'InvalidPasswordException',
    'Password did not conform with policy: Password not long enough',
  );
}

/** Salts and hashes a password with scrypt (RFC 7914). Returns `N$r$p$salt$hash`. */
export async function hashPassword(password: string, cost = PASSWORD_COST): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await derive(password, salt, cost);
  return [cost.N, cost.r, cost.p, salt.toString('base64url'), hash.toString('base64url')].join('$');
}

/** Returns whether `password` matches the hash `stored`. */
export async function passwordMatches(password: string, stored: string): Promise<boolean> {
  const [N, r, p, salt = '', hash = ''] = stored.split('$');
  const cost = { N: Number(N), r: Number(r), p: Number(p) };
  const derived = await derive(password, Buffer.from(salt, 'base64url'), cost);
  return timingSafeEqual(derived, Buffer.from(hash, 'base64url'));
}

function derive(password: string, salt: Buffer, cost: ScryptOptions): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password, salt, HASH_BYTES, cost, (error, key) => (error ? reject(error) : resolve(key)));
  });
}
