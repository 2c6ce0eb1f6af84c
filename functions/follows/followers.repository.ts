import { getMany, queryPage } from '#functions/aws/table/read-items.ts';
import type { Table } from '#functions/aws/table/table.ts';
import { type PositionRange, rangeValues } from '#functions/base/position-range.ts';
import { followKey } from './follow.item.ts';
import { followersPartition } from './follows.repository.ts';

export interface Follower {
  readonly id: string;
  readonly hasBell: boolean;
}

export type FollowersRepository = ReturnType<typeof followersRepository>;

/** See `follows.repository.ts` for the keys. Eventually consistent. */
export const followersRepository = (table: Table) => ({
  /** The followers of a channel by their ids, of a range. `last` begins the next page; `undefined` at the end. */
  page: async (channelId: string, range: PositionRange, Limit: number) => {
    const { items, lastKey } = await queryPage<{ gsi1sk: string; bell?: boolean }>(table, {
      IndexName: 'gsi1',
      KeyConditionExpression: 'gsi1pk = :channel AND gsi1sk BETWEEN :from AND :until',
      ExpressionAttributeValues: { ':channel': followersPartition(channelId), ...rangeValues(range) },
      ProjectionExpression: 'gsi1sk, bell',
      Limit,
    });
    const followers = items.map(({ gsi1sk, bell }): Follower => ({ id: gsi1sk, hasBell: bell === true }));
    return { followers, last: lastKey && followers.at(-1)?.id };
  },
  /** Returns which of the channels a person follows. */
  followedOf: async (personId: string, channelIds: readonly string[]): Promise<ReadonlySet<string>> => {
    const keys = channelIds.map((id) => followKey(personId, id));
    const follows = await getMany<{ channel_id: string; is_left?: boolean }>(table, keys);
    return new Set(follows.filter(({ is_left }) => !is_left).map(({ channel_id }) => channel_id));
  },
});
