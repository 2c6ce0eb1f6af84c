import { DomainError } from '#functions/base/errors.ts';

/** The word guessed first at this site. */
const OF_THE_SITE = 'fanfare';

/**
 * Rejects easily guessed passwords: one of the 49,000 most common, or a name, also with digits and signs around it.
 * There are no composition rules (NIST SP 800-63B, 3.1.1.2). `names` are the person's username and e-mail address, as
 * far as they may be known. Throws `invalid_request`.
 */
export async function requireUncommon(
  password: string,
  names: readonly string[],
  field = 'password',
): Promise<void> {
  const { COMMON_PASSWORDS } = await import('./common-passwords.ts');
  if (COMMON_PASSWORDS.has(password.toLowerCase()))
    throw new DomainError('invalid_request', 'password_is_common', { field });
  const parts = [OF_THE_SITE, ...names.flatMap((name) => [name, name.split('@')[0] ?? name])];
  if (parts.some((part) => bare(part) === bare(password)))
    throw new DomainError('invalid_request', 'password_is_name', { field });
}

/** Lower case without digits and signs at the ends; unchanged if it has no letters. */
function bare(text: string): string {
  const letters = text
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  return letters === '' ? text : letters;
}
