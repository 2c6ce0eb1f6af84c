import type { Channel } from '../../shared/channels/streamers.ts';
import { queryAll } from '../aws/table/read-items.ts';
import type { Table } from '../aws/table/table.ts';
import { CHANNELS_PARTITION, LIVE_RANK_PREFIX } from './channel.item.ts';

export type LiveChannel = Pick<Channel, 'id' | 'viewers'>;

/** Every live channel. For the tick: what it costs grows with the channels that are live. */
export const liveChannels = (table: Table): Promise<readonly LiveChannel[]> =>
  queryAll<LiveChannel>(table, {
    IndexName: 'gsi1',
    KeyConditionExpression: 'gsi1pk = :all AND begins_with(gsi1sk, :live)',
    ExpressionAttributeValues: { ':all': CHANNELS_PARTITION, ':live': LIVE_RANK_PREFIX },
    ProjectionExpression: 'id, viewers',
  });
