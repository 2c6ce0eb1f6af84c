import { DomainError } from '../base/errors.ts';

/** What is tried first at this site. */
const OF_THE_SITE = 'fanfare';

/**
 * Refuses a new password that is guessed before all others: one of the 49,000 most common, or a name, with or without
 * digits and signs around it. The contract asks for its length, and nobody for its composition (NIST SP 800-63B,
 * 3.1.1.2). `names` are the person's username and e-mail address, as far as they may be known. Throws `invalid_request`.
 */
export async function requireUncommon(password: string, names: readonly string[]): Promise<void> {
  const { COMMON_PASSWORDS } = await import('./common-passwords.ts');
  if (COMMON_PASSWORDS.has(password.toLowerCase()))
    throw refusal('Password is used by many people, so it is the first that others try.');
  const parts = [OF_THE_SITE, ...names.flatMap((name) => [name, name.split('@')[0] ?? name])];
  if (parts.some((part) => bare(part) === bare(password)))
    throw refusal('Password is a name, which is the first that others try.');
}

/** Without case, and without the digits and signs at its ends; what has no letters stays as it is. */
function bare(text: string): string {
  const letters = text.toLowerCase().replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  return letters === '' ? text : letters;
}

const refusal = (why: string): DomainError =>
  new DomainError('invalid_request', `${why} Please choose another.`);
