import { GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { Channel } from '../../shared/streamers.ts';
import type { Table } from '../aws/table.ts';
import {
  channelKey,
  CHANNELS_PARTITION,
  countKey,
  LIVE_RANK_PREFIX,
  toChannel,
  usernameKey,
  type ChannelItem,
} from './channel.item.ts';
import { decodeCursor, encodeCursor } from './cursor.ts';

const RANK = /^[01]#\d{10}#([0-9A-HJKMNP-TV-Z]{26})$/;

export interface ChannelList {
  readonly live: boolean | undefined;
  readonly limit: number;
  readonly cursor: string | undefined;
}

export interface ChannelPage {
  readonly items: Channel[];
  readonly next: string | undefined;
  readonly total: number;
}

/** Reads channels. Each method costs the same whatever the number of channels. */
export interface ChannelsRepository {
  findById(id: string): Promise<Channel | null>;
  findByUsername(username: string): Promise<Channel | null>;
  /** Live ones first, by viewers; then the others, by followers. `live` keeps one of the two groups. */
  list(list: ChannelList): Promise<ChannelPage>;
}

export function channelsRepository(table: Table): ChannelsRepository {
  const findById = async (id: string): Promise<Channel | null> => {
    const found = await table.client.send(
      new GetCommand({ TableName: table.TableName, Key: channelKey(id) }),
    );
    return found.Item ? toChannel(found.Item as ChannelItem) : null;
  };
  return {
    findById,
    findByUsername: async (username) => {
      const key = usernameKey(username);
      const claim = await table.client.send(new GetCommand({ TableName: table.TableName, Key: key }));
      return claim.Item ? findById(String(claim.Item['channel_id'])) : null;
    },
    list: async (list) => {
      const [page, counts] = await Promise.all([queryRank(table, list), readCounts(table)]);
      const total =
        list.live === undefined ? counts.total : list.live ? counts.live : counts.total - counts.live;
      return { ...page, total };
    },
  };
}

async function queryRank(table: Table, { live, limit, cursor }: ChannelList) {
  const start = cursor === undefined ? undefined : decodeCursor(cursor, RANK);
  const group = live === undefined ? '' : live ? LIVE_RANK_PREFIX : '0#';
  const result = await table.client.send(
    new QueryCommand({
      TableName: table.TableName,
      IndexName: 'gsi1',
      KeyConditionExpression: group ? 'gsi1pk = :all AND begins_with(gsi1sk, :group)' : 'gsi1pk = :all',
      ExpressionAttributeValues: { ':all': CHANNELS_PARTITION, ...(group && { ':group': group }) },
      ScanIndexForward: false,
      Limit: limit,
      ...(start && { ExclusiveStartKey: startKey(start) }),
    }),
  );
  const last = result.LastEvaluatedKey?.['gsi1sk'] as string | undefined;
  return { items: ((result.Items ?? []) as ChannelItem[]).map(toChannel), next: last && encodeCursor(last) };
}

const startKey = (rank: string) => ({
  ...channelKey(RANK.exec(rank)?.[1] ?? ''),
  gsi1pk: CHANNELS_PARTITION,
  gsi1sk: rank,
});

async function readCounts(table: Table): Promise<{ total: number; live: number }> {
  const { Item } = await table.client.send(new GetCommand({ TableName: table.TableName, Key: countKey }));
  return { total: Number(Item?.['total'] ?? 0), live: Number(Item?.['live'] ?? 0) };
}
