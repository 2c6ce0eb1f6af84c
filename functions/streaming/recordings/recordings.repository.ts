/**
 * Recordings of broadcasts that have ended, as the table holds them, for as long as others of the same broadcast may
 * still be reported:
 *
 * | item                        | pk                         | sk                            |
 * |-----------------------------|----------------------------|-------------------------------|
 * | recording                   | `CHANNEL#<id>`             | `RECORDING#<broadcast>#<id>`  |
 * | which broadcast it is of    | `RECORDING#<id>`           | `CLAIM`                       |
 *
 * A broadcast is told by its start, in ms. A recording is of one, whatever a second report of it looks like.
 */
import { GetCommand, QueryCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { unlessConditionFails } from '../../aws/conditions.ts';
import { retryThrottled } from '../../aws/retry.ts';
import type { Table } from '../../aws/table.ts';
import { KEPT_S, startDigits } from '../table/broadcasts.repository.ts';
import type { Recording } from './recording.ts';
import type { RecordingsRepository } from './ports.ts';

export const recordingsRepository = (table: Table): RecordingsRepository => ({
  keep: (channelId, broadcastAtMs, recording) => keep(table, channelId, broadcastAtMs, recording),
  list: (channelId, broadcastAtMs) => list(table, channelId, broadcastAtMs),
});

const partition = (channelId: string): string => `CHANNEL#${channelId}`;
const sortPrefix = (broadcastAtMs: number): string => `RECORDING#${startDigits(broadcastAtMs)}#`;
const claimKey = (id: string) => ({ pk: `RECORDING#${id}`, sk: 'CLAIM' });

async function keep(
  { client, TableName }: Table,
  channelId: string,
  broadcastAtMs: number,
  recording: Recording,
): Promise<number> {
  const expires_at = Math.floor(Date.now() / 1000) + KEPT_S;
  const claim = {
    TableName,
    Item: { ...claimKey(recording.id), broadcast_at_ms: broadcastAtMs, expires_at },
    ConditionExpression: 'attribute_not_exists(pk)',
  };
  const item = {
    TableName,
    Item: {
      pk: partition(channelId),
      sk: sortPrefix(broadcastAtMs) + recording.id,
      id: recording.id,
      prefix: recording.prefix,
      started_at_ms: recording.startedAtMs,
      duration_ms: recording.durationMs,
      expires_at,
    },
  };
  const write = new TransactWriteCommand({ TransactItems: [{ Put: claim }, { Put: item }] });
  if (await unlessConditionFails(retryThrottled(() => client.send(write)))) return broadcastAtMs;
  const get = new GetCommand({ TableName, Key: claimKey(recording.id), ConsistentRead: true });
  const { Item } = await client.send(get);
  return Number(Item?.['broadcast_at_ms'] ?? broadcastAtMs);
}

async function list({ client, TableName }: Table, channelId: string, broadcastAtMs: number) {
  const recordings: Recording[] = [];
  let ExclusiveStartKey: Record<string, unknown> | undefined;
  do {
    const query = new QueryCommand({
      TableName,
      KeyConditionExpression: 'pk = :channel AND begins_with(sk, :broadcast)',
      ExpressionAttributeValues: {
        ':channel': partition(channelId),
        ':broadcast': sortPrefix(broadcastAtMs),
      },
      ConsistentRead: true,
      ...(ExclusiveStartKey && { ExclusiveStartKey }),
    });
    const { Items = [], LastEvaluatedKey } = await client.send(query);
    recordings.push(...Items.map(toRecording));
    ExclusiveStartKey = LastEvaluatedKey;
  } while (ExclusiveStartKey);
  return recordings.toSorted((a, b) => a.startedAtMs - b.startedAtMs);
}

const toRecording = (item: Record<string, unknown>): Recording => ({
  id: String(item['id']),
  prefix: String(item['prefix']),
  startedAtMs: Number(item['started_at_ms']),
  durationMs: Number(item['duration_ms']),
});
