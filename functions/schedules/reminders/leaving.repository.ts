import { deleteFound } from '../../aws/table/delete-items.ts';
import type { Table } from '../../aws/table/table.ts';
import type { LeavingStep } from '../../channels/leaver.ts';
import { remindedPartition } from '../schedule.item.ts';

/** Nobody is to be reminded any more of what the person, whose channel must be gone, had planned. */
export const leaveReminders =
  (table: Table): LeavingStep =>
  ({ id, hasTime }) => {
    const reminded = {
      IndexName: 'gsi1',
      KeyConditionExpression: 'gsi1pk = :channel',
      ExpressionAttributeValues: { ':channel': remindedPartition(id) },
    };
    return deleteFound(table, reminded, { hasTime });
  };
