/**
 * Events of a channel, or of all lists, that are not yet published. Key:
 *
 * | item               | pk                                         | sk        | gsi1pk       | gsi1sk |
 * |--------------------|--------------------------------------------|-----------|--------------|--------|
 * | events that wait   | `EVENT_BATCH#<channel id>`, or of `LISTS`  | `WAITING` | `EVENTS_DUE` | due    |
 *
 * All events of a channel are in one item, so that each is taken once without comparing clocks. It keeps the number of
 * viewers that the last event with one had. The item is in `gsi1` while a failed publication has to be repeated. It expires.
 */
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { isTooLarge } from '../aws/retry.ts';
import type { Table } from '../aws/table/table.ts';
import { queryPage } from '../aws/table/read-items.ts';
import type { PageEvent } from './batches.ts';

const LIFE_S = 60 * 60;

export interface WaitingEvent {
  readonly event: PageEvent;
  /** In ms since 1970. */
  readonly sinceMs: number;
}

/** The waiting events after one was added. Times in ms since 1970. */
interface Waiting {
  /** True if no other event was waiting. */
  readonly isFirst: boolean;
  /** When the first event was added, or the events were put back. */
  readonly awaitedMs: number;
  /** When the previous events were taken; 0 if unknown. */
  readonly publishedMs: number;
  /** 0 if unknown. */
  readonly viewers: number;
}

interface WaitingItem {
  readonly waiting?: readonly { readonly event: PageEvent; readonly since_ms: number }[];
  readonly awaited_ms?: number;
  readonly published_ms?: number;
  readonly viewers?: number;
}

const EVENTS_DUE = 'EVENTS_DUE';
const PREFIX = 'EVENT_BATCH#';

export const batchPartition = (of: string): string => PREFIX + of;
const batchKey = (of: string) => ({ pk: batchPartition(of), sk: 'WAITING' });
const expiry = (nowMs: number): number => Math.ceil(nowMs / 1000) + LIFE_S;

/** How many watch the channel, if the event says so. */
function viewersIn(event: PageEvent): number | undefined {
  if (event.type === 'viewers') return event.viewers;
  return event.type === 'stream' ? event.channel.viewers : undefined;
}

export type BatchesRepository = ReturnType<typeof batchesRepository>;

/** `of` is an audience: a channel's id, or all lists. */
export const batchesRepository = (table: Table) => ({
  /** Adds an event. `full`: it does not fit into the item, and was not added. */
  add: async (of: string, event: PageEvent, nowMs: number): Promise<Waiting | 'full'> => {
    const counted = viewersIn(event);
    const update = new UpdateCommand({
      TableName: table.TableName,
      Key: batchKey(of),
      UpdateExpression:
        'SET waiting = list_append(if_not_exists(waiting, :none), :one), ' +
        'awaited_ms = if_not_exists(awaited_ms, :now), expires_at = :expires' +
        (counted === undefined ? '' : ', viewers = :viewers'),
      ExpressionAttributeValues: {
        ...(counted !== undefined && { ':viewers': counted }),
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
    const { waiting, awaited_ms, published_ms, viewers = 0 } = added.Attributes as WaitingItem;
    return {
      isFirst: waiting?.length === 1,
      awaitedMs: awaited_ms ?? nowMs,
      publishedMs: published_ms ?? 0,
      viewers,
    };
  },
  /** Returns and removes all events; each is returned once. */
  take: async (of: string, nowMs: number): Promise<readonly WaitingEvent[]> => {
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
  /** Adds events whose publication has failed; `listDue` returns the audience from `dueMs` on. */
  putBack: async (
    of: string,
    events: readonly WaitingEvent[],
    nowMs: number,
    dueMs: number,
  ): Promise<void> => {
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
  /** Audiences with events that were put back and are due. */
  listDue: async (nowMs: number, limit: number): Promise<readonly string[]> => {
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
