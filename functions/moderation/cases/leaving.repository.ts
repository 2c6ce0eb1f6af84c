import { deleteFound, deletePartition } from '../../aws/table/delete-items.ts';
import { queryPage } from '../../aws/table/read-items.ts';
import type { Table } from '../../aws/table/table.ts';
import type { DeletionStep } from '../../base/deletion-step.ts';
import { caseKey, casesOfPartition, reportsByPartition } from './case.item.ts';

const PAGE = 25;

/** Forgets what a person has reported, and all that was reported of theirs. */
export const leaveReports =
  (table: Table): DeletionStep =>
  async ({ id, hasTime }) => {
    const made = {
      IndexName: 'gsi1',
      KeyConditionExpression: 'gsi1pk = :by',
      ExpressionAttributeValues: { ':by': reportsByPartition(id) },
    };
    if (!(await deleteFound(table, made, { hasTime }))) return false;
    const concerned = {
      IndexName: 'gsi2',
      KeyConditionExpression: 'gsi2pk = :of',
      ExpressionAttributeValues: { ':of': casesOfPartition(id) },
      Limit: PAGE,
    };
    while (hasTime()) {
      const { items } = await queryPage<{ id: string }>(table, concerned);
      if (items.length === 0) return true;
      for (const one of items)
        if (!(await deletePartition(table, caseKey(one.id).pk, { hasTime }))) return false;
    }
    return false;
  };
