/** Takes a channel down or restores it for the operator, who has no moderator role. */
import type { DecideBody } from '#shared/community/moderation.ts';
import type { ReportReason } from '#shared/plain/moderation/report-words.ts';
import type { Table } from '#functions/aws/table/table.ts';
import { getItem } from '#functions/aws/table/get-item.ts';
import { usernameKey } from '#functions/channels/index.ts';
import { decisionExecutor } from './decisions/execute-decision.writes.ts';
import { moderationDeps } from './moderation-deps.ts';
import { decideCase, type ModerationDeps } from './moderation.service.ts';
import { reportedItemFinder } from './reports/reported-items.repository.ts';
import { OPERATOR } from './transparency/chain.ts';

interface TakeDown {
  readonly reason: ReportReason;
  /** `null`: indefinitely. */
  readonly days: number | null;
  /** The message to the person, who can appeal. */
  readonly words: string;
}

/**
 * Suspends the owner of a channel by a case and a log entry, like any suspension; the stream ends within a minute. False
 * if no visible channel has this name. Throws a `DomainError` if the owner cannot be suspended, such as a moderator.
 */
export async function takeDown(
  table: Table,
  username: string,
  { reason, days, words }: TakeDown,
  clock: () => number = Date.now,
): Promise<boolean> {
  const id = await findOwner(table, username);
  const findItem = reportedItemFinder(table, clock, async () => null);
  const item = id === undefined ? null : await findItem(OPERATOR, { kind: 'channel', id, reason });
  if (!item) return false;
  const deps = operatorDeps(table, clock);
  await deps.cases.report(item, { reporterId: OPERATOR, reason, words, atMs: clock() });
  return decide(deps, item.caseId, { act: 'suspend', reason, days, words });
}

/** Undoes `takeDown`. False if there is no such name or case; throws like `takeDown`. */
export async function undoTakeDown(
  table: Table,
  username: string,
  clock: () => number = Date.now,
): Promise<boolean> {
  const id = await findOwner(table, username);
  return id !== undefined && decide(operatorDeps(table, clock), `channel.${id}`, { act: 'undo' });
}

/** Finds hidden channels too. */
export const findOwner = async (table: Table, username: string): Promise<string | undefined> =>
  (await getItem<{ readonly channel_id?: string }>(table, usernameKey(username)))?.channel_id;

function operatorDeps(table: Table, clock: () => number): ModerationDeps {
  const options = { table, clock, publishRemoval: async () => {} };
  const deps = moderationDeps(options);
  const isModerator = async (id: string) => id === OPERATOR || deps.people.isModerator(id);
  return {
    ...deps,
    people: { ...deps.people, isModerator },
    executeDecision: decisionExecutor({ ...options, onEntry: () => {} }),
  };
}

async function decide(deps: ModerationDeps, caseId: string, decision: Omit<DecideBody, 'version'>) {
  const one = await deps.cases.find(caseId);
  if (one) await decideCase(deps, OPERATOR, caseId, { version: one.version, ...decision });
  return one !== null;
}
