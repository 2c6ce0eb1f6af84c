import { createHash } from 'node:crypto';
import type { Table } from '../../aws/table/table.ts';
import { logFailure } from '../../http/log.ts';
import type { RateCounter } from '../../limits/ports.ts';
import type { AuthPorts } from '../ports.ts';
import { emailCodesRepository } from './email-codes.repository.ts';
import { sesMailer } from './mail.ses.ts';
import type { EmailPorts } from './ports.ts';

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
  codes: emailCodesRepository(table),
  mail: sesMailer({ ...table.client.config, from }),
  // Addresses stand in no counter's key.
  countCode: (email) =>
    rates.count('mail', createHash('sha256').update(email.toLowerCase()).digest('base64url')),
  onFailure: logFailure,
  clock,
});
