import { deleteFound, deletePartition } from '../../aws/table/delete-items.ts';
import type { Table } from '../../aws/table/table.ts';
import type { LeavingStep } from '../../channels/leaver.ts';
import { aboutPartition, roomKey } from './room.item.ts';

/** The person's room, and what others keep about them: that they moderate, may not write, or are hidden. */
export const leaveRooms =
  (table: Table): LeavingStep =>
  async ({ id, hasTime }) => {
    const kept = {
      IndexName: 'gsi1',
      KeyConditionExpression: 'gsi1pk = :about',
      ExpressionAttributeValues: { ':about': aboutPartition(id) },
    };
    return (
      (await deletePartition(table, roomKey(id).pk, { hasTime })) && deleteFound(table, kept, { hasTime })
    );
  };
