/**
 * Follows. Keys:
 *
 * | item                     | pk                    | sk                    | gsi1pk                   | gsi1sk       |
 * |--------------------------|-----------------------|-----------------------|--------------------------|--------------|
 * | a follow                 | `CHANNEL#<follower>`  | `FOLLOW#<channel id>` | `FOLLOWERS#<channel id>` | `<follower>` |
 * | a person's number        | `CHANNEL#<follower>`  | `FOLLOWS`             |                          |              |
 *
 * Follow, number of follows and the channel's counter (`counters/`) change in one transaction with a condition on the
 * follow, so that repeated and simultaneous requests count once. The channel's `followers` are folded from the counter.
 */
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import type { Following } from '#shared/channels/follows.ts';
import { MAX_FOLLOWS } from '#shared/limits.ts';
import { getItem } from '#functions/aws/table/get-item.ts';
import { getMany, queryPage } from '#functions/aws/table/read-items.ts';
import { cancellationReasons, HIGH_CONTENTION_ATTEMPTS, retryOnConflict } from '#functions/aws/retry.ts';
import type { Table, Write } from '#functions/aws/table/table.ts';
import { ABSENT, addition, putInput, type Condition } from '#functions/aws/table/write-items.ts';
import { channelFailure, type ChannelItem, channelKey, toChannel } from '#functions/channels/index.ts';
import { webhookEventWrites } from '#functions/webhook-events/index.ts';
import { addFollower, foldIfQuiet } from './follower-count.repository.ts';
import { FOLLOW_PREFIX, followKey } from './follow.item.ts';

const FAILED = 'ConditionalCheckFailed';

export const followersPartition = (id: string): string => `FOLLOWERS#${id}`;
export const followsKey = (follower: string) => ({ pk: `CHANNEL#${follower}`, sk: 'FOLLOWS' });

export type FollowsRepository = ReturnType<typeof followsRepository>;

export const followsRepository = (table: Table) => ({
  find: async (follower: string, id: string): Promise<Following> => {
    const follow = await getItem<{ bell?: boolean }>(table, followKey(follower, id));
    return { isFollowing: follow !== undefined, bell: follow?.bell ?? false };
  },
  follow: (follower: string, id: string, nowMs: number) => follow(table, follower, id, nowMs),
  /** False if the channel does not exist. */
  unfollow: (follower: string, id: string) => unfollow(table, follower, id),
  /** The followed channels, unsorted, and the ids of those with a bell. */
  listChannels: (follower: string) => listChannels(table, follower),
});

/** `followed` also if the person followed the channel before. */
type FollowOutcome = 'followed' | 'no channel' | 'too many';

async function follow(table: Table, follower: string, id: string, nowMs: number): Promise<FollowOutcome> {
  const channel = await getItem<ChannelItem>(table, channelKey(id));
  if (!channel || channel.is_hidden) return 'no channel';
  const Item = {
    ...followKey(follower, id),
    gsi1pk: followersPartition(id),
    gsi1sk: follower,
    channel_id: id,
    followed_at: new Date(nowMs).toISOString(),
  };
  const [edge, , count] = await write(table, id, [
    { Put: putInput(table, Item, ABSENT) },
    addFollower(table, { id, follower, change: 1 }),
    { Update: addition(table, followsKey(follower), { channels: 1 }, HAS_ROOM) },
    // Without the follower: follows are not public.
    ...webhookEventWrites(table, channel, { type: 'follow.created', data: { followers: channel.followers } }),
  ]);
  if (edge === FAILED) return 'followed';
  return count === FAILED ? 'too many' : 'followed';
}

async function unfollow(table: Table, follower: string, id: string): Promise<boolean> {
  const { TableName } = table;
  const reasons = await write(table, id, [
    { Delete: { TableName, Key: followKey(follower, id), ConditionExpression: 'attribute_exists(pk)' } },
    addFollower(table, { id, follower, change: -1 }),
    { Update: addition(table, followsKey(follower), { channels: -1 }) },
  ]);
  return reasons.length === 0 || (await getItem(table, channelKey(id))) !== undefined;
}

const HAS_ROOM: Condition = {
  if: 'attribute_not_exists(channels) OR channels < :max',
  values: { ':max': MAX_FOLLOWS },
};

/** Why each write failed; empty if none did. */
async function write(table: Table, id: string, TransactItems: Write[]): Promise<readonly string[]> {
  const send = () => table.client.send(new TransactWriteCommand({ TransactItems }));
  try {
    const reasons = await retryOnConflict(send, HIGH_CONTENTION_ATTEMPTS).then(() => [], conditionsOf);
    if (reasons.length === 0) await foldIfQuiet(table, id);
    return reasons;
  } catch (error) {
    throw channelFailure(error);
  }
}

function conditionsOf(error: unknown): readonly string[] {
  const reasons = cancellationReasons(error);
  if (!reasons.includes(FAILED)) throw error;
  return reasons;
}

async function listChannels(table: Table, follower: string) {
  // The maximum of follows fits into one page of a query.
  const { items: follows } = await queryPage<{ channel_id: string; bell?: boolean }>(table, {
    KeyConditionExpression: 'pk = :follower AND begins_with(sk, :follow)',
    ExpressionAttributeValues: { ':follower': followsKey(follower).pk, ':follow': FOLLOW_PREFIX },
    ProjectionExpression: 'channel_id, bell',
    ConsistentRead: true,
  });
  const keys = follows.map(({ channel_id }) => channelKey(channel_id));
  const channels = (await getMany<ChannelItem>(table, keys)).filter(({ is_hidden }) => !is_hidden);
  return {
    channels: channels.map(toChannel),
    bells: follows.filter(({ bell }) => bell).map(({ channel_id }) => channel_id),
  };
}
