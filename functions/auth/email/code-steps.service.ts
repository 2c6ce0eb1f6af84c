import { DomainError, unavailable } from '../../base/errors.ts';
import type { Account } from '../account.ts';
import { entered, newCode, type EmailCode } from './email-code.ts';
import { codeMail, replacedMail } from './email-words.ts';
import type { EmailPorts } from './ports.ts';

/**
 * Sends a new code, in place of the one that is known. Throws `too_many_requests` where the account or the address was
 * sent many, `unavailable` where the mail cannot be sent.
 */
export async function sendCode(
  { codes, mail, countCode, clock }: EmailPorts,
  { id, username }: Account,
  known: EmailCode | null,
  email: string,
): Promise<void> {
  if (!mail.canSend) throw new DomainError('conflict', 'This site sends no e-mail.');
  const fresh = newCode(known, email, clock());
  if (!fresh) throw tooMany();
  await countCode(email);
  if (await codes.replace(id, known, fresh.code)) {
    await mail.send(codeMail(username, email, fresh.digits)).catch((cause: unknown) => {
      throw unavailable('The e-mail could not be sent. Please try again.', cause);
    });
    return;
  }
  // Whoever presses twice at once is sent one code.
  if ((await codes.find(id))?.email !== email) throw tooMany();
}

/**
 * What follows once an address is proven: the identity provider sends its codes there, and the address before it is told.
 * What was broken off is done again, by a repeated confirmation or before the next code for a forgotten password.
 */
export async function settle(
  { identity, mail, codes, onFailure }: EmailPorts,
  { id, username }: Account,
  code: EmailCode,
): Promise<void> {
  const { isTold = true, replaced } = code.entered ?? {};
  if (isTold) return;
  await identity.setEmail(id, code.email);
  if (replaced !== undefined)
    await mail
      .send(replacedMail(username, replaced))
      .catch((error: unknown) => onFailure('email.notice', error));
  // Where somebody else was faster, it is settled too.
  await codes.replace(id, code, entered(code, { replaced, isTold: true }));
}

const tooMany = (): DomainError =>
  new DomainError('too_many_requests', 'You have asked for many codes. Please wait an hour.', {
    retryAfterS: 60 * 60,
  });
