/**
 * What open pages are to be told and is not yet published: of a channel, or of all lists. Key:
 *
 * | item               | pk                                         | sk        |
 * |--------------------|--------------------------------------------|-----------|
 * | events that wait   | `EVENT_BATCH#<channel id>`, or of `LISTS`  | `WAITING` |
 *
 * `waiting` has them in the order in which they came, and `published_ms` is when the last ones were taken. One item, so
 * that each event is taken once, whatever the clocks of those who tell of it. It expires.
 */
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Table } from '../aws/table/table.ts';
import type { EventBatches, News } from './ports.ts';

const LIFE_S = 60 * 60;

interface WaitingItem {
  readonly waiting?: readonly { readonly event: News; readonly since_ms: number }[];
  readonly published_ms?: number;
}

/** All that waits of a channel, or of all lists. */
export const batchPartition = (of: string): string => `EVENT_BATCH#${of}`;
const batchKey = (of: string) => ({ pk: batchPartition(of), sk: 'WAITING' });
const expiry = (nowMs: number): number => Math.ceil(nowMs / 1000) + LIFE_S;

export const batchesRepository = ({ client, TableName }: Table): EventBatches => ({
  add: async (of, event, nowMs) => {
    const update = new UpdateCommand({
      TableName,
      Key: batchKey(of),
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
  take: async (of, nowMs) => {
    const update = new UpdateCommand({
      TableName,
      Key: batchKey(of),
      UpdateExpression: 'SET published_ms = :now, expires_at = :expires REMOVE waiting',
      ExpressionAttributeValues: { ':now': nowMs, ':expires': expiry(nowMs) },
      ReturnValues: 'ALL_OLD',
    });
    const { waiting = [] } = ((await client.send(update)).Attributes ?? {}) as WaitingItem;
    return waiting.map(({ event }) => event);
  },
});
