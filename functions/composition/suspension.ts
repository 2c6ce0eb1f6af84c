/** What follows from a suspension, feature by feature. Loaded where somebody is suspended. */
import { accountsRepository } from '../auth/auth.repository.ts';
import { sesMailer } from '../mail/mail.ses.ts';
import type { SuspensionPorts, SuspensionWork } from '../moderation/suspension/ports.ts';
import { suspendedMail } from '../moderation/suspension/suspension-words.ts';
import { advanceSuspension } from '../moderation/suspension/suspension.service.ts';
import { readmit, suspendingCase } from '../moderation/suspension/suspension.writes.ts';
import { suspensionsRepository } from '../moderation/suspension/suspensions.repository.ts';
import type { Table } from '../aws/table/table.ts';
import type { DeletionStep } from '../base/deletion-step.ts';
import { logFailure } from '../log/log.ts';
import { withholdVideos } from '../videos/table/withheld.repository.ts';

export interface SuspensionNeeds {
  readonly table: Table;
  /** The address that mail comes from; empty where none is sent. */
  readonly mailFrom: string;
  readonly endStream: (id: string) => Promise<void>;
  readonly endCamera: (id: string) => Promise<void>;
  readonly clock: () => number;
}

const LEASE_MS = 60_000;

/** Goes on with a suspension that is due. */
export const onSuspension = (needs: SuspensionNeeds, work: SuspensionWork, untilMs: number): Promise<void> =>
  advanceSuspension(suspensionPorts(needs), work, untilMs);

export const suspensionPorts = (needs: SuspensionNeeds): SuspensionPorts => {
  const { table, mailFrom, endStream, endCamera, clock } = needs;
  return {
    suspensions: suspensionsRepository(table),
    accounts: accountsRepository(table),
    tell: async (account) => {
      if (mailFrom === '' || account.isUnverified || !account.suspended) return;
      const { send } = sesMailer({ ...table.client.config, from: mailFrom });
      const mail = suspendedMail(account, account.suspended);
      await send(mail).catch((error: unknown) => logFailure('suspension.mail', error));
    },
    hide: [done(endStream), done(endCamera), withholdVideos(table, true)],
    show: [withholdVideos(table, false)],
    readmit: async (id) => {
      const caseId = await suspendingCase(table, id);
      if (caseId) await readmit(table, id, caseId, clock(), () => []);
    },
    leaseMs: LEASE_MS,
    clock,
  };
};

/** A step that is always done at once. */
const done =
  (work: (id: string) => Promise<void>): DeletionStep =>
  async ({ id }) => {
    await work(id);
    return true;
  };
