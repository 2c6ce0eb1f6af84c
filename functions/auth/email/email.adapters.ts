import { createHash } from 'node:crypto';
import { lazyPort } from '../../base/lazy-port.ts';
import type { Table } from '../../aws/table/table.ts';
import { logFailure } from '../../log/log.ts';
import type { RateCounter } from '../../limits/rate-counter.ts';
import type { AuthPorts } from '../ports.ts';
import type { EmailPorts, Mailer } from './ports.ts';

/** `from` is empty where the stage sends no mail; `rates` counts codes per address. */
export const emailAdapters = (
  table: Table,
  {
    accounts,
    identity,
    guesses,
    devices,
    clock,
  }: Pick<AuthPorts, 'accounts' | 'identity' | 'guesses' | 'devices' | 'clock'>,
  { from, rates }: { readonly from: string; readonly rates: RateCounter },
): EmailPorts => ({
  accounts,
  identity,
  guesses,
  devices,
  codes: lazyPort(async () => {
    const { emailCodesRepository } = await import('./email-codes.repository.ts');
    return emailCodesRepository(table);
  }),
  mail: mailerOf(table, from),
  // Hashed, so that counter keys contain no addresses.
  countCode: (email) =>
    rates.count('mail', createHash('sha256').update(email.toLowerCase()).digest('base64url')),
  onFailure: logFailure,
  clock,
});

function mailerOf(table: Table, from: string): Mailer {
  const ses = lazyPort(async () => {
    const { sesMailer } = await import('../../mail/mail.ses.ts');
    return sesMailer({ ...table.client.config, from });
  });
  return { canSend: from !== '', send: (mail) => ses.send(mail) };
}
