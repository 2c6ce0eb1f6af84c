import { lazyPort } from '#functions/base/async/lazy-port.ts';
import type { Table } from '#functions/aws/table/table.ts';
import type { RateCounter } from '#functions/limits/rate-counter.ts';
import { addressHash } from '#functions/mail/address-hash.ts';
import type { MailEnvironment } from '#functions/mail/mailer.ts';
import type { Mailer } from '../ports.ts';

/** `MAIL_FROM` is empty if the stage sends no mail; `rates` counts codes per address. */
export const emailAdapters = (table: Table, environment: MailEnvironment, rates: RateCounter) => ({
  codes: lazyPort(async () => {
    const { emailCodesRepository } = await import('../table/email-codes.repository.ts');
    return emailCodesRepository(table);
  }),
  mail: mailerOf(table, environment),
  // Hashed, so that counter keys contain no addresses.
  countCode: (email: string) => rates.count('mail', addressHash(email)),
});

function mailerOf(table: Table, environment: MailEnvironment): Mailer {
  const mailer = lazyPort(async () => {
    const { mailerTo } = await import('#functions/mail/mailer.ts');
    return mailerTo(table, environment);
  });
  return {
    canSend: environment.MAIL_FROM !== '',
    send: (mail) => mailer.send(mail),
    noteArrival: async (address, nowMs) => {
      const { deliveryStates } = await import('#functions/mail/delivery-states.repository.ts');
      await deliveryStates(table).note(address, 'arrived', nowMs);
    },
  };
}
