/** The writes that change what a stream is: each one transaction over the private stream, the channel and the count. */
import { GetCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { unlessConditionFails } from '../aws/conditions.ts';
import { cancellationReasons, retryThrottled } from '../aws/retry.ts';
import type { Table } from '../aws/table.ts';
import { channelKey, channelRank, countKey } from '../channels/channel.item.ts';
import { DomainError } from '../errors.ts';
import { streamItemKey } from './stream.item.ts';
import type { IngestState, LiveStream } from './stream.ts';
import type { GoLive } from './streaming.service.ts';

export async function goLive(
  table: Table,
  { channelId, setup, playbackUrl, streamKey, nowMs }: GoLive,
): Promise<void> {
  const { TableName } = table;
  const stream = {
    TableName,
    Key: streamItemKey(channelId),
    UpdateExpression:
      'SET stream_key = :key, started_at_ms = :now, ingest = :waiting, ingest_since_ms = :now REMOVE ivs_stream_id',
    ConditionExpression: 'attribute_not_exists(stream_key)',
    ExpressionAttributeValues: { ':key': streamKey, ':now': nowMs, ':waiting': 'waiting' },
  };
  const channel = {
    TableName,
    Key: channelKey(channelId),
    UpdateExpression:
      'SET is_live = :true, ingest = :waiting, title = :title, game = :game, tags = :tags, video_url = :url, viewers = :zero, gsi1sk = :rank',
    ConditionExpression: 'is_live = :false',
    ExpressionAttributeValues: {
      ':true': true,
      ':false': false,
      ':waiting': 'waiting',
      ':title': setup.title,
      ':game': setup.game,
      ':tags': setup.tags,
      ':url': playbackUrl,
      ':zero': 0,
      ':rank': channelRank({ id: channelId, is_live: true, viewers: 0, followers: 0 }),
    },
  };
  const writes = [{ Update: stream }, { Update: channel }, { Update: countLive(table, 1) }];
  try {
    await retryThrottled(() => table.client.send(new TransactWriteCommand({ TransactItems: writes })));
  } catch (error) {
    if (!cancellationReasons(error).includes('ConditionalCheckFailed')) throw error;
    throw new DomainError('conflict', 'Your channel is live already.', { cause: error });
  }
}

/** Followers may change while the channel's place among the offline ones is worked out: then again. */
export async function goOffline(table: Table, channelId: string): Promise<void> {
  for (;;) {
    const get = new GetCommand({
      TableName: table.TableName,
      Key: channelKey(channelId),
      ConsistentRead: true,
    });
    const followers = Number((await table.client.send(get)).Item?.['followers'] ?? 0);
    const writes = [
      { Update: streamOffline(table, channelId) },
      { Update: channelOffline(table, channelId, followers) },
      { Update: countLive(table, -1) },
    ];
    try {
      await retryThrottled(() => table.client.send(new TransactWriteCommand({ TransactItems: writes })));
      return;
    } catch (error) {
      const [stream, channel] = cancellationReasons(error);
      if (stream === 'ConditionalCheckFailed') return;
      if (channel !== 'ConditionalCheckFailed') throw error;
    }
  }
}

const streamOffline = ({ TableName }: Table, channelId: string) => ({
  TableName,
  Key: streamItemKey(channelId),
  UpdateExpression: 'REMOVE stream_key, started_at_ms, ingest, ingest_since_ms, ivs_stream_id',
  ConditionExpression: 'attribute_exists(stream_key)',
});

const channelOffline = ({ TableName }: Table, channelId: string, followers: number) => ({
  TableName,
  Key: channelKey(channelId),
  UpdateExpression:
    'SET is_live = :false, ingest = :null, video_url = :none, viewers = :zero, gsi1sk = :rank',
  ConditionExpression: 'is_live = :true AND followers = :followers',
  ExpressionAttributeValues: {
    ':true': true,
    ':false': false,
    ':null': null,
    ':none': '',
    ':zero': 0,
    ':followers': followers,
    ':rank': channelRank({ id: channelId, is_live: false, viewers: 0, followers }),
  },
});

const countLive = ({ TableName }: Table, change: 1 | -1) => ({
  TableName,
  Key: countKey,
  UpdateExpression: 'ADD live :change',
  ExpressionAttributeValues: { ':change': change },
});

export async function setIngest(
  table: Table,
  channelId: string,
  known: LiveStream,
  next: IngestState,
): Promise<boolean> {
  const { TableName } = table;
  const stream = {
    TableName,
    Key: streamItemKey(channelId),
    UpdateExpression: `SET ingest = :ingest, ingest_since_ms = :since${next.streamId ? ', ivs_stream_id = :stream' : ''}`,
    ConditionExpression: 'stream_key = :key AND ingest = :known AND ingest_since_ms = :knownSince',
    ExpressionAttributeValues: {
      ':ingest': next.ingest,
      ':since': next.sinceMs,
      ':key': known.streamKey,
      ':known': known.ingest,
      ':knownSince': known.sinceMs,
      ...(next.streamId && { ':stream': next.streamId }),
    },
  };
  const channel = {
    TableName,
    Key: channelKey(channelId),
    UpdateExpression: 'SET ingest = :ingest',
    ConditionExpression: 'is_live = :true',
    ExpressionAttributeValues: { ':ingest': next.ingest, ':true': true },
  };
  const write = new TransactWriteCommand({ TransactItems: [{ Update: stream }, { Update: channel }] });
  return unlessConditionFails(retryThrottled(() => table.client.send(write)));
}
