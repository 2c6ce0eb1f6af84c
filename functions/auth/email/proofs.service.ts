import type { AccountNotices, EmailProofs } from '../ports.ts';
import { changeMail } from './email-words.ts';
import type { EmailPorts } from './ports.ts';

const steps = () => import('./code-steps.service.ts');

/** Read in place of a missing account, so that the answer takes as long. */
const UNKNOWN_ACCOUNT = { id: 'NOBODY', email: 'nobody' };

export const emailProofs = (ports: EmailPorts): EmailProofs => ({
  areRequired: ports.mail.canSend,
  begin: async (account) => {
    if (!account.isUnverified) return;
    // The account exists all the same, and can request another code.
    const { sendCode } = await steps();
    await sendCode(ports, account, null, account.email).catch((error: unknown) =>
      ports.onFailure('email.first-code', error),
    );
  },
  isReachable: async (account) => {
    if (!ports.mail.canSend) return true;
    const { id, email } = account ?? UNKNOWN_ACCOUNT;
    const [holder, code] = await Promise.all([
      ports.codes.holderOf(email, id, ports.clock()),
      ports.codes.find(id),
    ]);
    if (account && code) await (await steps()).settle(ports, account, code);
    return holder === 'own';
  },
  prove: async (account) => void (await ports.codes.prove(account, account.email, ports.clock())),
});

export const emailNotices = ({
  mail,
  onFailure,
}: Pick<EmailPorts, 'mail' | 'onFailure'>): AccountNotices => ({
  send: async (account, change) => {
    if (!mail.canSend || account.isUnverified) return;
    await mail.send(changeMail(account, change)).catch((error: unknown) => onFailure('email.notice', error));
  },
});
