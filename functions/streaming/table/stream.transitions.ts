/** The writes that change what a stream is: each one transaction over the private stream, the channel and the count. */
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { unlessConditionFails } from '../../aws/retry.ts';
import { cancellationReasons, retryRaced } from '../../aws/retry.ts';
import type { Table } from '../../aws/table.ts';
import { changeChannel } from '../../channels/table/channel.change.ts';
import { channelKey, OFF_AIR, countLive } from '../../channels/channel.item.ts';
import { DomainError } from '../../errors.ts';
import type { Airing } from '../airing.ts';
import { airingWrite } from './airings.repository.ts';
import { streamItemKey } from './stream.item.ts';
import type { IngestState, LiveStream } from '../stream.ts';
import type { GoLive } from '../ports.ts';

export async function goLive(
  table: Table,
  { channelId, details, keepsReplay, playbackUrl, streamKey, nowMs }: GoLive,
): Promise<void> {
  const stream = {
    TableName: table.TableName,
    Key: streamItemKey(channelId),
    UpdateExpression:
      'SET stream_key = :key, started_at_ms = :now, ingest = :waiting, ingest_since_ms = :now, keep_replay = :keep REMOVE ivs_stream_id',
    ConditionExpression: 'attribute_not_exists(stream_key)',
    ExpressionAttributeValues: {
      ':key': streamKey,
      ':now': nowMs,
      ':waiting': 'waiting',
      ':keep': keepsReplay,
    },
  };
  const live = { is_live: true, ingest: 'waiting', video_url: playbackUrl, viewers: 0 } as const;
  const alsoWritten = [{ Update: stream }, { Update: countLive(table, 1) }];
  try {
    await changeChannel(
      table,
      channelId,
      (channel) => {
        if (channel.is_live) throw liveAlready();
        return { ...details, ...live };
      },
      alsoWritten,
    );
  } catch (error) {
    if (!cancellationReasons(error).includes('ConditionalCheckFailed')) throw error;
    throw liveAlready(error);
  }
}

const liveAlready = (cause?: unknown) =>
  new DomainError('conflict', 'Your channel is live already.', cause === undefined ? {} : { cause });

/** Keeps what the `airing` was called. Does nothing when the stream has ended already. */
export async function goOffline(table: Table, channelId: string, airing?: Airing): Promise<void> {
  const alsoWritten = [
    { Update: streamOffline(table, channelId) },
    { Update: countLive(table, -1) },
    ...(airing ? [airingWrite(table, channelId, airing, Date.now())] : []),
  ];
  await unlessConditionFails(
    changeChannel(table, channelId, ({ is_live }) => (is_live ? OFF_AIR : null), alsoWritten),
  );
}

const streamOffline = ({ TableName }: Table, channelId: string) => ({
  TableName,
  Key: streamItemKey(channelId),
  UpdateExpression: 'REMOVE stream_key, started_at_ms, ingest, ingest_since_ms, ivs_stream_id',
  ConditionExpression: 'attribute_exists(stream_key)',
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
  return unlessConditionFails(retryRaced(() => table.client.send(write)));
}
