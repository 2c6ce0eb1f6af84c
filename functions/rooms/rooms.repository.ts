import { queryPage } from '../aws/table/read-items.ts';
import type { Table } from '../aws/table/table.ts';
import type { RoomsRepository } from './ports.ts';
import { MODERATOR_PREFIX, roomKey, toRoom, type RoomItem } from './room.item.ts';

/** What lies between the first moderator and the room itself. */
interface PublicItem extends RoomItem {
  readonly sk: string;
  /** Of a moderator. */
  readonly username?: string;
}

/** Reads and changes rooms; see `room.item.ts` for the keys. */
export const roomsRepository = (table: Table): RoomsRepository => ({
  find: async (channelId) => {
    const { pk, sk } = roomKey(channelId);
    const { items } = await queryPage<PublicItem>(table, {
      KeyConditionExpression: 'pk = :room AND sk BETWEEN :first AND :last',
      ExpressionAttributeValues: { ':room': pk, ':first': MODERATOR_PREFIX, ':last': sk },
    });
    const moderators = items.flatMap(({ username }) => username ?? []);
    return toRoom(
      items.find((item) => item.sk === sk),
      moderators,
    );
  },
});
