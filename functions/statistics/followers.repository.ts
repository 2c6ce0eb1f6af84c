import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { unlessConditionFails } from '#functions/aws/retry.ts';
import type { Table } from '#functions/aws/table/table.ts';
import { dayOf } from '#functions/base/day.ts';
import { seconds } from '#functions/base/seconds.ts';
import { logFailure } from '#functions/log/log.ts';
import { dayKey, STATISTICS_KEPT_MS } from './statistics.item.ts';

export interface FollowerChange {
  readonly before: number;
  readonly after: number;
}

/**
 * Notes a channel's number of followers, which has changed, in the figures of the day. `version` is the channel's; a later
 * change stays. Never throws: the number itself is stored already, and the next change notes it again.
 */
export async function noteFollowers(
  table: Table,
  channelId: string,
  { before, after }: FollowerChange,
  { version, nowMs }: { readonly version: number; readonly nowMs: number },
): Promise<void> {
  const update = new UpdateCommand({
    TableName: table.TableName,
    Key: dayKey(channelId, dayOf(nowMs)),
    UpdateExpression:
      'SET followers = :after, followers_before = if_not_exists(followers_before, :before), followers_version = :version, expires_at = :expires',
    ConditionExpression: 'attribute_not_exists(followers_version) OR followers_version < :version',
    ExpressionAttributeValues: {
      ':before': before,
      ':after': after,
      ':version': version,
      ':expires': seconds(nowMs + STATISTICS_KEPT_MS),
    },
  });
  try {
    await unlessConditionFails(table.client.send(update));
  } catch (error) {
    logFailure('statistics.followers', error);
  }
}
