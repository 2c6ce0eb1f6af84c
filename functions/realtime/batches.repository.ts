/**
 * What has happened in a channel and is not yet published. Key:
 *
 * | item               | pk                         | sk        |
 * |--------------------|----------------------------|-----------|
 * | events that wait   | `EVENT_BATCH#<channel id>` | `WAITING` |
 *
 * `waiting` has them in the order in which they came, and `published_ms` is when the last ones were taken. One item, so
 * that each event is taken once, whatever the clocks of those who tell of it. It expires.
 */
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { ChannelEvent } from '../../shared/channel-events.ts';
import type { Table } from '../aws/table/table.ts';
import type { EventBatches } from './ports.ts';

const LIFE_S = 60 * 60;

interface WaitingItem {
  readonly waiting?: readonly { readonly event: ChannelEvent; readonly since_ms: number }[];
  readonly published_ms?: number;
}

const batchKey = (channelId: string) => ({ pk: batchPartition(channelId), sk: 'WAITING' });
/** All that waits of a channel. */
export const batchPartition = (channelId: string): string => `EVENT_BATCH#${channelId}`;
const expiry = (nowMs: number): number => Math.ceil(nowMs / 1000) + LIFE_S;

export const batchesRepository = ({ client, TableName }: Table): EventBatches => ({
  add: async (channelId, event, nowMs) => {
    const update = new UpdateCommand({
      TableName,
      Key: batchKey(channelId),
      UpdateExpression:
        'SET waiting = list_append(if_not_exists(waiting, :none), :one), expires_at = :expires',
      ExpressionAttributeValues: {
        ':none': [],
        ':one': [{ event, since_ms: nowMs }],
        ':expires': expiry(nowMs),
      },
      ReturnValues: 'ALL_NEW',
    });
    const { waiting = [], published_ms = 0 } = (await client.send(update)).Attributes as WaitingItem;
    return {
      isFirst: waiting.length === 1,
      oldestMs: waiting[0]?.since_ms ?? nowMs,
      publishedMs: published_ms,
    };
  },
  take: async (channelId, nowMs) => {
    const update = new UpdateCommand({
      TableName,
      Key: batchKey(channelId),
      UpdateExpression: 'SET published_ms = :now, expires_at = :expires REMOVE waiting',
      ExpressionAttributeValues: { ':now': nowMs, ':expires': expiry(nowMs) },
      ReturnValues: 'ALL_OLD',
    });
    const { waiting = [] } = ((await client.send(update)).Attributes ?? {}) as WaitingItem;
    return waiting.map(({ event }) => event);
  },
});
