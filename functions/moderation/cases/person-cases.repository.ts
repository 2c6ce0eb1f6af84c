import { deleteFound, deletePartition } from '#functions/aws/table/delete-items.ts';
import { queryPage } from '#functions/aws/table/read-items.ts';
import type { Table } from '#functions/aws/table/table.ts';
import type { AccountStep } from '#functions/base/account-step.ts';
import type { Report } from './case.ts';
import { caseKey, casesOfPartition, reportsByPartition } from './case.item.ts';

const PAGE = 100;
const CASES_PAGE = 25;

/** Oldest first; `after` is `next` of the previous page. */
export async function listReportsBy(
  table: Table,
  id: string,
  after: string | undefined,
): Promise<{ items: Pick<Report, 'kind' | 'reason' | 'words' | 'at'>[]; next: string | undefined }> {
  const { items, lastKey } = await queryPage<Report & { readonly gsi1sk: string }>(table, {
    IndexName: 'gsi1',
    KeyConditionExpression: `gsi1pk = :by${after === undefined ? '' : ' AND gsi1sk > :after'}`,
    ExpressionAttributeValues: {
      ':by': reportsByPartition(id),
      ...(after !== undefined && { ':after': after }),
    },
    Limit: PAGE,
  });
  return {
    items: items.map(({ kind, reason, words, at }) => ({ kind, reason, words, at })),
    next: lastKey && items.at(-1)?.gsi1sk,
  };
}

export const deleteReportsAndCases =
  (table: Table): AccountStep =>
  async ({ id, hasTime }) => {
    const reports = {
      IndexName: 'gsi1',
      KeyConditionExpression: 'gsi1pk = :by',
      ExpressionAttributeValues: { ':by': reportsByPartition(id) },
    };
    if (!(await deleteFound(table, reports, { hasTime }))) return false;
    const cases = {
      IndexName: 'gsi2',
      KeyConditionExpression: 'gsi2pk = :of',
      ExpressionAttributeValues: { ':of': casesOfPartition(id) },
      Limit: CASES_PAGE,
    };
    while (hasTime()) {
      const { items } = await queryPage<{ id: string }>(table, cases);
      if (items.length === 0) return true;
      for (const one of items)
        if (!hasTime() || !(await deletePartition(table, caseKey(one.id).pk, { hasTime }))) return false;
    }
    return false;
  };
