import { queryPage } from '../../aws/table/read-items.ts';
import type { Table } from '../../aws/table/table.ts';
import type { LogFacts } from '../../../shared/plain/public-log.ts';
import { concernedPartition } from './log.item.ts';

/** So many are told of one person. */
const MOST = 50;

/** What was decided about somebody, latest first, without who decided it. */
export async function actsAbout(
  table: Table,
  id: string,
): Promise<Pick<LogFacts, 'at' | 'act' | 'subject' | 'reason' | 'until'>[]> {
  const { items } = await queryPage<LogFacts>(table, {
    KeyConditionExpression: 'pk = :concerned',
    ExpressionAttributeValues: { ':concerned': concernedPartition(id) },
    ScanIndexForward: false,
    Limit: MOST,
  });
  return items.map(({ at, act, subject, reason, until }) => ({ at, act, subject, reason, until }));
}
