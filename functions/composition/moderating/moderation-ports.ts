/** What reporting and moderating need, feature by feature. */
import { suspensionNow } from '../../auth/account.ts';
import { accountsRepository } from '../../auth/auth.repository.ts';
import type { Table } from '../../aws/table/table.ts';
import { casesRepository } from '../../cases/cases.repository.ts';
import { chatRepository } from '../../chat/chat.repository.ts';
import { logStep } from '../../http/log.ts';
import type { RateCounter } from '../../limits/ports.ts';
import { actCarrier, type ActPorts } from './moderation-acts.ts';
import type { ModerationPorts } from '../../moderation/ports.ts';
import { thingFinder } from './reported-things.ts';
import type { ReportsPorts } from '../../reports/ports.ts';
import { actsAbout } from '../../transparency/acts.repository.ts';
import { headLine } from '../../../shared/plain/public-log.ts';
import type { ReportReason } from '../../../shared/plain/words/report-words.ts';

/** Messages that are shown before one that was reported. */
const SAID_BEFORE = 10;

interface Needs {
  readonly table: Table;
  readonly clock: () => number;
}

export const reportsPorts = ({
  table,
  clock,
  rates,
}: Needs & { readonly rates: RateCounter }): ReportsPorts => ({
  cases: casesRepository(table),
  findThing: thingFinder(table, clock),
  findSuspended: async (id) => {
    const account = await accountsRepository(table).findById(id);
    return account && suspensionNow(account, clock()) ? account : null;
  },
  rates,
  clock,
});

export function moderationPorts(needs: Needs & Pick<ActPorts, 'announceRemoved'>): ModerationPorts {
  const { table, clock } = needs;
  const accounts = accountsRepository(table);
  return {
    cases: casesRepository(table),
    people: {
      isModerator: async (id) => {
        const account = await accounts.findById(id);
        return account?.isModerator === true && !suspensionNow(account, clock());
      },
      suspensionOf: async (id) => {
        const account = await accounts.findById(id);
        if (!account) return undefined;
        const suspension = suspensionNow(account, clock());
        return suspension ? { until: suspension.until, reason: suspension.reason as ReportReason } : null;
      },
    },
    carryOut: actCarrier({ ...needs, onEntry: logHead }),
    saidBefore: async (channelId, messageId) => {
      const said = await chatRepository(table).list(channelId, SAID_BEFORE, messageId, clock());
      return said.map(({ username, message, timestamp }) => ({ username, message, timestamp }));
    },
    countActs: async (id) => (await actsAbout(table, id)).length,
    clock,
  };
}

/** The operator's log keeps every head, so that it shows whether the table's past was rewritten. */
const logHead: ActPorts['onEntry'] = ({ seq, hash, at }) =>
  logStep('transparency.head', { line: headLine({ day: at.slice(0, 10), seq, hash }) });
