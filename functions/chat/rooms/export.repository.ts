/** What rooms hold of a person, as its owner gets it. */
import { queryAll } from '../../aws/table/read-items.ts';
import type { Table } from '../../aws/table/table.ts';
import {
  aboutPartition,
  MODERATOR_PREFIX,
  roomKey,
  SANCTION_PREFIX,
  type SanctionItem,
} from './room.item.ts';

interface Found extends Partial<SanctionItem> {
  readonly pk: string;
  readonly sk: string;
}

/** The person's own room, item by item. */
export async function ownRoom(table: Table, id: string): Promise<readonly object[]> {
  const items = await queryAll<Found & Record<string, unknown>>(table, {
    KeyConditionExpression: 'pk = :room',
    ExpressionAttributeValues: { ':room': roomKey(id).pk },
  });
  return items.map(({ pk: _pk, sk, gsi1pk: _gsi1pk, gsi1sk: _gsi1sk, ...fields }) => ({
    kind: sk.split('#')[0]?.toLowerCase(),
    ...fields,
  }));
}

/** Chats that the person looks after, or may not write in. */
export async function placesElsewhere(table: Table, id: string): Promise<readonly object[]> {
  const items = await queryAll<Found>(table, {
    IndexName: 'gsi1',
    KeyConditionExpression: 'gsi1pk = :about',
    ExpressionAttributeValues: { ':about': aboutPartition(id) },
  });
  const inRooms = items.filter(({ sk }) => sk.startsWith(MODERATOR_PREFIX) || sk.startsWith(SANCTION_PREFIX));
  return inRooms.map(({ pk, sk, until_ms }) => ({
    channel_id: pk.slice('ROOM#'.length),
    kind: sk.startsWith(MODERATOR_PREFIX) ? 'moderator' : 'sanction',
    ...(until_ms !== undefined && { until: new Date(until_ms).toISOString() }),
  }));
}
