/**
 * Events of a channel, or of all lists, that are not yet published. Key:
 *
 * | item               | pk                                         | sk        | gsi1pk       | gsi1sk |
 * |--------------------|--------------------------------------------|-----------|--------------|--------|
 * | events that wait   | `EVENT_BATCH#<channel id>`, or of `LISTS`  | `WAITING` | `EVENTS_DUE` | due    |
 *
 * All events of a channel are in one item, so that each is taken once without comparing clocks. The item is in `gsi1`
 * while a failed publication has to be repeated. It expires.
 */
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { isAwsError } from '../aws/retry.ts';
import type { Table } from '../aws/table/table.ts';
import { queryPage } from '../aws/table/read-items.ts';
import type { EventBatches, PageEvent } from './ports.ts';

const LIFE_S = 60 * 60;

interface WaitingItem {
  readonly waiting?: readonly { readonly event: PageEvent; readonly since_ms: number }[];
  readonly awaited_ms?: number;
  readonly published_ms?: number;
}

const EVENTS_DUE = 'EVENTS_DUE';
const PREFIX = 'EVENT_BATCH#';

/** An item has at most 400 KB (Amazon DynamoDB Developer Guide, "Quotas"). */
const isTooLarge = (error: unknown): boolean =>
  isAwsError(error, 'ValidationException') && /item size/i.test(String(error));

export const batchPartition = (of: string): string => PREFIX + of;
const batchKey = (of: string) => ({ pk: batchPartition(of), sk: 'WAITING' });
const expiry = (nowMs: number): number => Math.ceil(nowMs / 1000) + LIFE_S;

export const batchesRepository = (table: Table): EventBatches => ({
  add: async (of, event, nowMs) => {
    const update = new UpdateCommand({
      TableName: table.TableName,
      Key: batchKey(of),
      UpdateExpression:
        'SET waiting = list_append(if_not_exists(waiting, :none), :one), ' +
        'awaited_ms = if_not_exists(awaited_ms, :now), expires_at = :expires',
      ExpressionAttributeValues: {
        ':none': [],
        ':one': [{ event, since_ms: nowMs }],
        ':now': nowMs,
        ':expires': expiry(nowMs),
      },
      ReturnValues: 'ALL_NEW',
    });
    const added = await table.client.send(update).catch((error: unknown) => {
      if (isTooLarge(error)) return 'full' as const;
      throw error;
    });
    if (added === 'full') return added;
    const { waiting, awaited_ms, published_ms } = added.Attributes as WaitingItem;
    return {
      isFirst: waiting?.length === 1,
      awaitedMs: awaited_ms ?? nowMs,
      publishedMs: published_ms ?? 0,
    };
  },
  take: async (of, nowMs) => {
    const update = new UpdateCommand({
      TableName: table.TableName,
      Key: batchKey(of),
      UpdateExpression:
        'SET published_ms = :now, expires_at = :expires REMOVE waiting, awaited_ms, gsi1pk, gsi1sk',
      ExpressionAttributeValues: { ':now': nowMs, ':expires': expiry(nowMs) },
      ReturnValues: 'ALL_OLD',
    });
    const { waiting = [] } = ((await table.client.send(update)).Attributes ?? {}) as WaitingItem;
    return waiting.map(({ event, since_ms: sinceMs }) => ({ event, sinceMs }));
  },
  putBack: async (of, events, nowMs, dueMs) => {
    const update = new UpdateCommand({
      TableName: table.TableName,
      Key: batchKey(of),
      UpdateExpression:
        'SET waiting = list_append(:back, if_not_exists(waiting, :none)), ' +
        'awaited_ms = :now, expires_at = :expires, gsi1pk = :list, gsi1sk = :due',
      ExpressionAttributeValues: {
        ':none': [],
        ':back': events.map(({ event, sinceMs: since_ms }) => ({ event, since_ms })),
        ':now': nowMs,
        ':expires': expiry(nowMs),
        ':list': EVENTS_DUE,
        ':due': new Date(dueMs).toISOString(),
      },
    });
    await table.client.send(update);
  },
  listDue: async (nowMs, limit) => {
    const { items } = await queryPage<{ readonly pk: string }>(table, {
      IndexName: 'gsi1',
      KeyConditionExpression: 'gsi1pk = :list AND gsi1sk <= :now',
      ExpressionAttributeValues: { ':list': EVENTS_DUE, ':now': new Date(nowMs).toISOString() },
      ProjectionExpression: 'pk',
      Limit: limit,
    });
    return items.map(({ pk }) => pk.slice(PREFIX.length));
  },
});
