/** What reporting and moderating need, feature by feature. */
import type { Table } from '../aws/table/table.ts';
import { casesRepository } from './cases/cases.repository.ts';
import { chatRepository } from '../chat/index.ts';
import { logStep } from '../log/log.ts';
import type { RateCounter } from '../limits/ports.ts';
import { actCarrier, type ActPorts } from './decisions/execute-decision.writes.ts';
import { peopleRepository } from './people.repository.ts';
import type { ModerationPorts } from './ports.ts';
import { thingFinder, type FindClip } from './reports/reported-items.repository.ts';
import type { ReportsPorts } from './reports/ports.ts';
import { actsAbout } from './transparency/acts.repository.ts';
import { headLine } from '../../shared/plain/public-log.ts';

/** Messages that are shown before one that was reported. */
const SAID_BEFORE = 10;

interface Needs {
  readonly table: Table;
  readonly clock: () => number;
}

interface ReportNeeds extends Needs {
  readonly rates: RateCounter;
  readonly findClip: FindClip;
}

export const reportsPorts = ({ table, clock, rates, findClip }: ReportNeeds): ReportsPorts => ({
  cases: casesRepository(table),
  findThing: thingFinder(table, clock, findClip),
  findSuspended: peopleRepository(table, clock).findSuspended,
  rates,
  clock,
});

export function moderationPorts(needs: Needs & Pick<ActPorts, 'announceRemoved'>): ModerationPorts {
  const { table, clock } = needs;
  return {
    cases: casesRepository(table),
    people: peopleRepository(table, clock),
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
