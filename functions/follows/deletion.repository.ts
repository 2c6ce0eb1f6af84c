import { pagesOf, type ItemQuery } from '#functions/aws/table/read-items.ts';
import { retryOnConflict } from '#functions/aws/retry.ts';
import type { Table } from '#functions/aws/table/table.ts';
import { addition, deleteItem, transact } from '#functions/aws/table/write-items.ts';
import { eachInTime } from '#functions/base/async/at-once.ts';
import type { AccountStep } from '#functions/base/account-step.ts';
import { FOLLOW_PREFIX, followKey } from './follow.item.ts';
import { addFollower, foldIfQuiet } from './follower-count.repository.ts';
import { followersPartition, followsKey } from './follows.repository.ts';

const PAGE = 100;

/** Deletes the person's follows. */
export const deleteFollowed =
  (table: Table): AccountStep =>
  async ({ id, hasTime }) => {
    const follows = pagesOf<{ channel_id: string }>(table, { ...followsOf(id), Limit: PAGE });
    return eachInTime(follows, { hasTime }, ({ channel_id }) => uncount(table, id, channel_id));
  };

/** Deletes the follows of the person's channel, which must be deleted before. */
export const deleteFollowers =
  (table: Table): AccountStep =>
  async ({ id, hasTime }) => {
    const followers = {
      IndexName: 'gsi1',
      KeyConditionExpression: 'gsi1pk = :channel',
      ExpressionAttributeValues: { ':channel': followersPartition(id) },
      Limit: PAGE,
    };
    const pages = pagesOf<{ gsi1sk: string }>(table, followers);
    return eachInTime(pages, { hasTime }, ({ gsi1sk: follower }) => forget(table, follower, id));
  };

const followsOf = (id: string): ItemQuery => ({
  KeyConditionExpression: 'pk = :person AND begins_with(sk, :follow)',
  ExpressionAttributeValues: { ':person': followsKey(id).pk, ':follow': FOLLOW_PREFIX },
  ConsistentRead: true,
});

async function uncount(table: Table, follower: string, id: string): Promise<void> {
  const Key = followKey(follower, id);
  // One that has left is counted already: an earlier version begins a deletion so.
  const ConditionExpression = 'attribute_exists(pk) AND attribute_not_exists(is_left)';
  const Delete = { TableName: table.TableName, Key, ConditionExpression };
  if (await transact(table, [{ Delete }, addFollower(table, { id, follower, change: -1 })]))
    await foldIfQuiet(table, id);
  else await deleteItem(table, Key);
}

async function forget(table: Table, follower: string, id: string): Promise<void> {
  const { TableName } = table;
  const Key = followKey(follower, id);
  await retryOnConflict(() =>
    transact(table, [
      { Delete: { TableName, Key, ConditionExpression: 'attribute_exists(pk)' } },
      { Update: addition(table, followsKey(follower), { channels: -1 }) },
    ]),
  );
}
