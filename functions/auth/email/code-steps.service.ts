import { DomainError, unavailable } from '#functions/base/errors.ts';
import { logFailure } from '#functions/log/log.ts';
import type { Account } from '../account.ts';
import type { AuthDeps } from '../ports.ts';
import { entered, newCode, type EmailCode } from '../table/email-code.ts';
import { codeMail, replacedMail } from './email-words.ts';

/**
 * Replaces the `known` code. Throws `too_many_requests` after many codes to the account or address, `unavailable` when
 * the mail cannot be sent, `conflict` when its owner refused mail of this site.
 */
export async function sendCode(
  { codes, mail, countCode, clock }: AuthDeps,
  account: Account,
  known: EmailCode | null,
  email: string,
): Promise<void> {
  const { id } = account;
  if (!mail.canSend) throw new DomainError('conflict', 'no_mail');
  const fresh = newCode(known, email, clock());
  if (!fresh) throw tooMany();
  await countCode(email);
  if (await codes.replace(id, known, fresh.code)) {
    await mail.send(codeMail(account, email, fresh.digits)).catch((cause: unknown) => {
      throw cause instanceof DomainError ? cause : unavailable('mail_not_sent', cause);
    });
    return;
  }
  // Two requests at once send one code.
  if ((await codes.find(id))?.email !== email) throw tooMany();
}

/**
 * Completes a proof: updates the identity provider and notifies the former address. An interrupted run is repeated by
 * the next confirmation or before the next password code.
 */
export async function completeProof(
  { identity, mail, codes, clock }: AuthDeps,
  account: Account,
  code: EmailCode,
): Promise<void> {
  const { id } = account;
  const { isTold = true, replaced } = code.afterEntry ?? {};
  if (isTold) return;
  await identity.setEmail(id, code.email);
  await mail.noteArrival(code.email, clock());
  if (replaced !== undefined)
    await mail
      .send(replacedMail(account, replaced))
      .catch((error: unknown) => logFailure('email.notice', error));
  // The result does not matter: a concurrent request has done the same.
  await codes.replace(id, code, entered(code, { replaced, isTold: true }));
}

const tooMany = (): DomainError =>
  new DomainError('too_many_requests', 'many_codes', {
    retryAfterS: 60 * 60,
  });
