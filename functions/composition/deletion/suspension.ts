/** Wires the work of suspensions. Loaded only when one is due. */
import { accountsRepository } from '#functions/auth/accounts/accounts.repository.ts';
import { mailerTo, type MailEnvironment } from '#functions/mail/mailer.ts';
import { suspendedMail } from '#functions/moderation/suspension/suspended-mail.ts';
import {
  advanceSuspension,
  type SuspensionDeps,
} from '#functions/moderation/suspension/suspension.service.ts';
import { endSuspension, suspendingCase } from '#functions/moderation/suspension/suspension.writes.ts';
import { suspensionsRepository, type SuspensionWork } from '#functions/auth/deletion/suspension.item.ts';
import type { Table } from '#functions/aws/table/table.ts';
import { type AccountStep, inOneCall } from '#functions/base/account-step.ts';
import { withholdBroadcasts } from '#functions/browser-stream/table/withheld.repository.ts';
import { logFailure } from '#functions/log/log.ts';
import { withholdVideos } from '#functions/videos/table/withheld.repository.ts';

export interface SuspensionOptions {
  readonly table: Table;
  /** `MAIL_FROM` is empty if no mail is sent. */
  readonly mailing: MailEnvironment;
  readonly endStream: (id: string) => Promise<void>;
  readonly endCamera: (id: string) => Promise<void>;
  /** Deletes all media, for the operator. */
  readonly purge: () => Promise<readonly AccountStep[]>;
  readonly clock: () => number;
}

const LEASE_MS = 60_000;

/** Continues a suspension that is due. */
export function onSuspension(
  { table, mailing, endStream, endCamera, purge, clock }: SuspensionOptions,
  work: SuspensionWork,
  untilMs: number,
): Promise<void> {
  const ends = [inOneCall(endStream), inOneCall(endCamera)];
  const deps: SuspensionDeps = {
    suspensions: suspensionsRepository(table),
    accounts: accountsRepository(table),
    notify: async (account) => {
      if (mailing.MAIL_FROM === '' || account.isUnverified || !account.suspended) return;
      const { send } = mailerTo(table, mailing);
      const mail = suspendedMail(account, account.suspended);
      await send(mail).catch((error: unknown) => logFailure('suspension.mail', error));
    },
    hide: [...ends, withholdBroadcasts(table, true), withholdVideos(table, true)],
    show: [withholdBroadcasts(table, false), withholdVideos(table, false)],
    purge: async () => [...ends, ...(await purge())],
    end: async (id) => {
      const caseId = await suspendingCase(table, id);
      if (caseId) await endSuspension(table, id, caseId, clock(), () => []);
    },
    leaseMs: LEASE_MS,
    clock,
  };
  return advanceSuspension(deps, work, untilMs);
}
