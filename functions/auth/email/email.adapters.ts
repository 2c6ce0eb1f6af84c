import { createHash } from 'node:crypto';
import { lazyPort } from '../../base/lazy-port.ts';
import type { Table } from '../../aws/table/table.ts';
import { logFailure } from '../../log/log.ts';
import type { RateCounter } from '../../limits/ports.ts';
import type { AuthPorts } from '../ports.ts';
import type { EmailPorts, Mailer } from './ports.ts';

/** Mail is sent from `from`, where the stage has one; codes to one address are counted by `rates`. */
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
  // Few requests need one.
  codes: lazyPort(async () => {
    const { emailCodesRepository } = await import('./email-codes.repository.ts');
    return emailCodesRepository(table);
  }),
  mail: mailerOf(table, from),
  // Addresses stand in no counter's key.
  countCode: (email) =>
    rates.count('mail', createHash('sha256').update(email.toLowerCase()).digest('base64url')),
  onFailure: logFailure,
  clock,
});

/** Few requests send any. */
function mailerOf(table: Table, from: string): Mailer {
  const ses = lazyPort(async () => {
    const { sesMailer } = await import('../../mail/mail.ses.ts');
    return sesMailer({ ...table.client.config, from });
  });
  return { canSend: from !== '', send: (mail) => ses.send(mail) };
}
