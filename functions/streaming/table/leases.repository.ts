import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Table } from '../../aws/table.ts';
import { unlessConditionFails } from '../../aws/retry.ts';
import { streamItemKey } from './stream.item.ts';
import type { LeasePorts } from '../ports.ts';

/** Leases stand on the stream's item: `lease` says who holds it, `leased_until_ms` for how long. */
export const leasesRepository = (table: Table): LeasePorts['leases'] => ({
  acquire: async (channelId, holder, nowMs, untilMs) => {
    const update = new UpdateCommand({
      TableName: table.TableName,
      Key: streamItemKey(channelId),
      UpdateExpression: 'SET channel_id = :id, lease = :holder, leased_until_ms = :until',
      ConditionExpression: 'attribute_not_exists(lease) OR leased_until_ms < :now',
      ExpressionAttributeValues: { ':id': channelId, ':holder': holder, ':until': untilMs, ':now': nowMs },
    });
    return unlessConditionFails(table.client.send(update));
  },
  release: async (channelId, holder) => {
    const update = new UpdateCommand({
      TableName: table.TableName,
      Key: streamItemKey(channelId),
      UpdateExpression: 'REMOVE lease, leased_until_ms',
      ConditionExpression: 'lease = :holder',
      ExpressionAttributeValues: { ':holder': holder },
    });
    await unlessConditionFails(table.client.send(update));
  },
});
