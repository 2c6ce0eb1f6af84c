import { deleteFound, deletePartition } from '#functions/aws/table/delete-items.ts';
import { queryAll } from '#functions/aws/table/read-items.ts';
import type { Table } from '#functions/aws/table/table.ts';
import type { AccountStep } from '#functions/base/account-step.ts';
import {
  aboutPartition,
  MODERATOR_PREFIX,
  roomKey,
  SANCTION_PREFIX,
  type SanctionItem,
} from './room.item.ts';

interface RoomPartItem extends Partial<SanctionItem> {
  readonly pk: string;
  readonly sk: string;
}

export async function exportOwnRoom(table: Table, id: string): Promise<readonly object[]> {
  const items = await queryAll<RoomPartItem & Record<string, unknown>>(table, {
    KeyConditionExpression: 'pk = :room',
    ExpressionAttributeValues: { ':room': roomKey(id).pk },
  });
  return items.map(({ pk: _pk, sk, gsi1pk: _gsi1pk, gsi1sk: _gsi1sk, ...fields }) => ({
    kind: sk.split('#')[0]?.toLowerCase(),
    ...fields,
  }));
}

/** The person's roles and sanctions in the chats of others. */
export async function exportRolesElsewhere(table: Table, id: string): Promise<readonly object[]> {
  const items = await queryAll<RoomPartItem>(table, {
    IndexName: 'gsi1',
    KeyConditionExpression: 'gsi1pk = :about',
    ExpressionAttributeValues: { ':about': aboutPartition(id) },
  });
  const inRooms = items.filter(({ sk }) => sk.startsWith(MODERATOR_PREFIX) || sk.startsWith(SANCTION_PREFIX));
  return inRooms.map(({ pk, sk, until_ms, reason, appeal }) => ({
    channel_id: pk.slice('ROOM#'.length),
    kind: sk.startsWith(MODERATOR_PREFIX) ? 'moderator' : 'sanction',
    ...(until_ms !== undefined && { until: new Date(until_ms).toISOString() }),
    ...(reason && { reason }),
    ...(appeal && { appeal }),
  }));
}

/** Deletes the person's room, and what others store about them: roles, sanctions and blocks. */
export const deleteRooms =
  (table: Table): AccountStep =>
  async ({ id, hasTime }) => {
    const aboutPerson = {
      IndexName: 'gsi1',
      KeyConditionExpression: 'gsi1pk = :about',
      ExpressionAttributeValues: { ':about': aboutPartition(id) },
    };
    return (
      (await deletePartition(table, roomKey(id).pk, { hasTime })) &&
      deleteFound(table, aboutPerson, { hasTime })
    );
  };
