/** How the operator takes a channel down at once, and puts it back: as a moderator does, without being one. */
import type { DecideBody } from '../../shared/community/moderation.ts';
import type { ReportReason } from '../../shared/plain/words/report-words.ts';
import type { Table } from '../aws/table/table.ts';
import { getItem } from '../aws/table/get-item.ts';
import { usernameKey } from '../channels/index.ts';
import { actCarrier } from './decisions/execute-decision.writes.ts';
import { moderationPorts } from './moderation.adapters.ts';
import { decideCase } from './moderation.service.ts';
import type { ModerationPorts } from './ports.ts';
import { OPERATOR } from './operator.ts';
import { thingFinder } from './reports/reported-items.repository.ts';

export interface TakeDown {
  readonly reason: ReportReason;
  /** `null`: for good. */
  readonly days: number | null;
  /** To the person, who reads them and can answer. */
  readonly words: string;
}

/**
 * Suspends whoever has a channel: it is hidden with all that is on it, and what is live ends within a minute. A case and an
 * entry in the public log come of it, as of any suspension. False where nobody who is shown is called so; throws a
 * `DomainError` where it cannot be done, such as to a moderator.
 */
export async function takeDown(
  table: Table,
  username: string,
  { reason, days, words }: TakeDown,
  clock: () => number = Date.now,
): Promise<boolean> {
  const id = await ownerOf(table, username);
  const thing =
    id === undefined
      ? null
      : await thingFinder(table, clock, async () => null)(OPERATOR, { kind: 'channel', id, reason });
  if (!thing) return false;
  const ports = operatorsPorts(table, clock);
  await ports.cases.report(thing, { who: OPERATOR, reason, words, atMs: clock() });
  return decide(ports, thing.caseId, { act: 'suspend', reason, days, words });
}

/** Takes that back. False where nobody is called so, or nothing was decided of their channel; throws as above. */
export async function putBack(
  table: Table,
  username: string,
  clock: () => number = Date.now,
): Promise<boolean> {
  const id = await ownerOf(table, username);
  return id !== undefined && decide(operatorsPorts(table, clock), `channel.${id}`, { act: 'undo' });
}

/** Also of a channel that is not to be seen. */
const ownerOf = async (table: Table, username: string): Promise<string | undefined> =>
  (await getItem<{ readonly channel_id?: string }>(table, usernameKey(username)))?.channel_id;

function operatorsPorts(table: Table, clock: () => number): ModerationPorts {
  const needs = { table, clock, announceRemoved: async () => {} };
  const ports = moderationPorts(needs);
  const isModerator = async (id: string) => id === OPERATOR || ports.people.isModerator(id);
  return {
    ...ports,
    people: { ...ports.people, isModerator },
    carryOut: actCarrier({ ...needs, onEntry: () => {} }),
  };
}

async function decide(
  ports: ModerationPorts,
  caseId: string,
  decision: Omit<DecideBody, 'version'>,
): Promise<boolean> {
  const one = await ports.cases.find(caseId);
  if (one) await decideCase(ports, OPERATOR, caseId, { version: one.version, ...decision });
  return one !== null;
}
