import { createHash } from 'node:crypto';
import { lazyPort } from '../../base/lazy-port.ts';
import type { Table } from '../../aws/table/table.ts';
import type { RateCounter } from '../../limits/rate-counter.ts';
import type { Mailer } from '../ports.ts';

/** `from` is empty where the stage sends no mail; `rates` counts codes per address. */
export const emailAdapters = (
  table: Table,
  { from, rates }: { readonly from: string; readonly rates: RateCounter },
) => ({
  codes: lazyPort(async () => {
    const { emailCodesRepository } = await import('../table/email-codes.repository.ts');
    return emailCodesRepository(table);
  }),
  mail: mailerOf(table, from),
  // Hashed, so that counter keys contain no addresses.
  countCode: (email: string) =>
    rates.count('mail', createHash('sha256').update(email.toLowerCase()).digest('base64url')),
});

function mailerOf(table: Table, from: string): Mailer {
  const ses = lazyPort(async () => {
    const { sesMailer } = await import('../../mail/mail.ses.ts');
    return sesMailer({ ...table.client.config, from });
  });
  return { canSend: from !== '', send: (mail) => ses.send(mail) };
}
