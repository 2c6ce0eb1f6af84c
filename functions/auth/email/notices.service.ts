import type { AccountNotices } from '../ports.ts';
import { changeMail } from './email-words.ts';
import type { EmailPorts } from './ports.ts';

/** Notices by mail. */
export const emailNotices = ({
  mail,
  onFailure,
}: Pick<EmailPorts, 'mail' | 'onFailure'>): AccountNotices => ({
  send: async (account, change) => {
    if (!mail.canSend || account.isUnverified) return;
    await mail.send(changeMail(account, change)).catch((error: unknown) => onFailure('email.notice', error));
  },
});
