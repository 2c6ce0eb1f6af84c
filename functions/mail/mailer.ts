import type { Table } from '#functions/aws/table/table.ts';
import { DomainError } from '#functions/base/errors.ts';
import { logStep } from '#functions/log/log.ts';
import { deliveryStates } from './delivery-states.repository.ts';
import type { MailTransport } from './mail.ts';
import { sesMailer } from './mail.ses.ts';

export interface MailEnvironment {
  readonly MAIL_FROM: string;
  readonly MAIL_CONFIGURATION_SET: string;
}

/**
 * Sends no mail to addresses with a bounce or complaint, except codes to addresses with a bounce, because their owner
 * requests them and may have repaired the mailbox. Throws as SES does, and `conflict` if a code is withheld.
 */
export function mailerTo(
  table: Table,
  { MAIL_FROM: from, MAIL_CONFIGURATION_SET: configurationSet }: MailEnvironment,
): MailTransport {
  const states = deliveryStates(table);
  const ses = sesMailer({ ...table.client.config, from, configurationSet });
  return {
    send: async (mail) => {
      const state = await states.find(mail.to);
      if (state === 'complained' || (state === 'bounced' && !mail.isRequested)) {
        logStep('mail.withheld', { state, requested: mail.isRequested ?? false });
        if (mail.isRequested) throw new DomainError('conflict', 'mail_refused');
        return;
      }
      await ses.send(mail);
    },
  };
}
