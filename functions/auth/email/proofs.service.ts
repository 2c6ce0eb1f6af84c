import { logFailure } from '#functions/log/log.ts';
import type { Account } from '../account.ts';
import type { AuthDeps } from '../ports.ts';
import type { AccountChange } from './email-words.ts';

const steps = () => import('./code-steps.service.ts');

/** Read instead of a missing account, so that the response takes as long. */
const UNKNOWN_ACCOUNT = { id: 'NOBODY', email: 'nobody' };

/** Sends a new account its code, if possible; never throws. */
export async function sendFirstCode(ports: AuthDeps, account: Account): Promise<void> {
  if (!account.isUnverified) return;
  // The account exists anyway, and can request another code.
  const { sendCode } = await steps();
  await sendCode(ports, account, null, account.email).catch((error: unknown) =>
    logFailure('email.first-code', error),
  );
}

/** Whether mail reaches the account's owner; takes as long without an account. */
export async function isReachable(ports: AuthDeps, account: Account | null): Promise<boolean> {
  if (!ports.mail.canSend) return true;
  const { id, email } = account ?? UNKNOWN_ACCOUNT;
  const [holder, code] = await Promise.all([
    ports.codes.holderOf(email, id, ports.clock()),
    ports.codes.find(id),
  ]);
  if (account && code) await (await steps()).completeProof(ports, account, code);
  return holder === 'own';
}

/** Mails the account's proven address; never throws. */
export async function notify({ mail }: AuthDeps, account: Account, change: AccountChange): Promise<void> {
  if (!mail.canSend || account.isUnverified) return;
  const { changeMail } = await import('./email-words.ts');
  await mail.send(changeMail(account, change)).catch((error: unknown) => logFailure('email.notice', error));
}
