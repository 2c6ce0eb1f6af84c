import { deleteFound, deletePartition } from '../../aws/table/delete-items.ts';
import type { Table } from '../../aws/table/table.ts';
import type { DeletionStep } from '../../base/deletion-step.ts';
import { actsByPartition, concernedPartition } from './log.item.ts';

/** Forgets whom acts concerned, and who did them, where it is this person. The log itself stays whole: it names nobody. */
export const leaveActs =
  (table: Table): DeletionStep =>
  async ({ id, hasTime }) => {
    if (!(await deletePartition(table, concernedPartition(id), { hasTime }))) return false;
    const done = {
      IndexName: 'gsi1',
      KeyConditionExpression: 'gsi1pk = :by',
      ExpressionAttributeValues: { ':by': actsByPartition(id) },
    };
    return deleteFound(table, done, { hasTime });
  };
