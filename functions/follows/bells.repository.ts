/**
 * Bells. A bell is an attribute of the follow (`follows.repository.ts`):
 *
 * | item                | pk                   | sk                    | gsi2pk               | gsi2sk       |
 * |---------------------|----------------------|-----------------------|----------------------|--------------|
 * | a follow with a bell| `CHANNEL#<follower>` | `FOLLOW#<channel id>` | `BELLS#<channel id>` | `<follower>` |
 */
import { queryPage } from '#functions/aws/table/read-items.ts';
import type { Table } from '#functions/aws/table/table.ts';
import { updateItem } from '#functions/aws/table/write-items.ts';
import { type PositionRange, rangeValues } from '#functions/base/position-range.ts';
import { followKey } from './follow.item.ts';

const bellsOf = (channelId: string): string => `BELLS#${channelId}`;

const FOLLOWS = { if: 'attribute_exists(pk) AND attribute_not_exists(is_left)' };

export type BellsRepository = ReturnType<typeof bellsRepository>;

export const bellsRepository = (table: Table) => ({
  /** False if the person does not follow the channel. */
  ring: (followerId: string, channelId: string, isOn: boolean): Promise<boolean> => {
    const on = { bell: true, gsi2pk: bellsOf(channelId), gsi2sk: followerId };
    const off = { bell: undefined, gsi2pk: undefined, gsi2sk: undefined };
    return updateItem(table, followKey(followerId, channelId), isOn ? on : off, FOLLOWS);
  },
  /** Ids of the people with a channel's bell, of a range. `last` begins the next page; `undefined` at the end. */
  page: async (channelId: string, range: PositionRange, Limit: number) => {
    const { items, lastKey } = await queryPage<{ gsi2sk: string }>(table, {
      IndexName: 'gsi2',
      KeyConditionExpression: 'gsi2pk = :bells AND gsi2sk BETWEEN :from AND :until',
      ExpressionAttributeValues: { ':bells': bellsOf(channelId), ...rangeValues(range) },
      ProjectionExpression: 'gsi2sk',
      Limit,
    });
    const followers = items.map(({ gsi2sk }) => gsi2sk);
    return { followers, last: lastKey && followers.at(-1) };
  },
});
