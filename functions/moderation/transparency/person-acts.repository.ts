import { deleteFound, deletePartition } from '#functions/aws/table/delete-items.ts';
import { queryAll, queryPage } from '#functions/aws/table/read-items.ts';
import type { Table } from '#functions/aws/table/table.ts';
import type { AccountStep } from '#functions/base/account-step.ts';
import type { LogFacts } from '#shared/plain/moderation/public-log.ts';
import { actsByPartition, subjectPartition } from './log.item.ts';

const MAX_COUNTED = 50;

const actsAbout = (id: string) => ({
  KeyConditionExpression: 'pk = :subject',
  ExpressionAttributeValues: { ':subject': subjectPartition(id) },
});

/** At most 50, by one read. */
export async function countActsAbout(table: Table, id: string): Promise<number> {
  return (await queryPage(table, { ...actsAbout(id), Limit: MAX_COUNTED })).items.length;
}

/** Newest first, without the moderators. */
export async function listActsAbout(
  table: Table,
  id: string,
): Promise<Pick<LogFacts, 'at' | 'act' | 'subject' | 'reason' | 'until'>[]> {
  const items = await queryAll<LogFacts>(table, { ...actsAbout(id), ScanIndexForward: false });
  return items.map(({ at, act, subject, reason, until }) => ({ at, act, subject, reason, until }));
}

/** The log itself stays complete, because it names no user. */
export const deleteSealedActs =
  (table: Table): AccountStep =>
  async ({ id, hasTime }) => {
    if (!(await deletePartition(table, subjectPartition(id), { hasTime }))) return false;
    const byPerson = {
      IndexName: 'gsi1',
      KeyConditionExpression: 'gsi1pk = :by',
      ExpressionAttributeValues: { ':by': actsByPartition(id) },
    };
    return deleteFound(table, byPerson, { hasTime });
  };
