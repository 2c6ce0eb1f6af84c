import { BatchGetCommand, BatchWriteCommand, DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { describe, expect, it } from 'vitest';
import { streamItemKey } from '#functions/streaming/table/stream.item.ts';
import { liveChannels, type LiveChannel } from '#functions/channels/table/live-channels.repository.ts';
import { streamingRepository } from '#functions/streaming/table/streaming.repository.ts';
import { localApi } from '#test/support/api/local-api.ts';
import { seedChannels } from '#test/support/api/table/seed-channels.ts';

const site = await localApi();

/** The private half of what `goLive` writes. */
const streamItem = (id: string) => ({
  ...streamItemKey(id),
  channel_id: id,
  ivs_channel_arn: `arn:${id}`,
  rtmp_url: 'rtmp://ingest/app/',
  playback_url: 'https://play',
  stream_key: `sk_${id}`,
  started_at_ms: 1000,
  ingest: 'waiting',
  ingest_since_ms: 1000,
});

describe('the streams of live channels', () => {
  it('are each listed once, whatever their number', async () => {
    const channels = await seedChannels(site.table, 230, (index) => ({ is_live: true, viewers: index % 5 }));
    await seedChannels(site.table, 20);
    const { client, TableName } = site.table;
    for (let from = 0; from < channels.length; from += 25) {
      const puts = channels
        .slice(from, from + 25)
        .map(({ id }) => ({ PutRequest: { Item: streamItem(id) } }));
      await client.send(new BatchWriteCommand({ RequestItems: { [TableName]: puts } }));
    }
    const live = await liveChannels(site.table);
    const found = await streamingRepository(site.table).findMany(live.map(({ id }) => id));
    const ids = found.map(({ channelId }) => channelId);
    expect(ids.toSorted()).toEqual(channels.map(({ id }) => id).toSorted());
    const viewersOf = ({ id, viewers }: LiveChannel) => `${id} ${viewers}`;
    expect(live.map(viewersOf).toSorted()).toEqual(channels.map(viewersOf).toSorted());
    expect(found.every(({ live }) => live?.ingest === 'waiting')).toBe(true);
  });

  it('are complete when DynamoDB returns unprocessed keys', async () => {
    const client = DynamoDBDocumentClient.from(new DynamoDBClient({ region: 'us-east-1' }));
    const mock = mockClient(client);
    mock
      .on(BatchGetCommand)
      .resolvesOnce({
        Responses: { fanfare: [streamItem('ADA')] },
        UnprocessedKeys: { fanfare: { Keys: [streamItemKey('BOB')] } },
      })
      .resolves({ Responses: { fanfare: [streamItem('BOB')] } });
    const found = await streamingRepository({ client, TableName: 'fanfare', onChannelChange: null }).findMany(
      ['ADA', 'BOB'],
    );
    expect(found.map(({ channelId }) => channelId)).toEqual(['ADA', 'BOB']);
    mock.restore();
  });

  it('are empty without live channels', async () => {
    const client = DynamoDBDocumentClient.from(new DynamoDBClient({ region: 'us-east-1' }));
    const mock = mockClient(client);
    expect(
      await streamingRepository({ client, TableName: 'fanfare', onChannelChange: null }).findMany([]),
    ).toEqual([]);
    expect(mock.commandCalls(BatchGetCommand)).toEqual([]);
    mock.restore();
  });
});
