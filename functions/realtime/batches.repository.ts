/**
 * Events of a channel, or of all lists, that are not yet published. Key:
 *
 * | item               | pk                                         | sk        | gsi1pk       | gsi1sk |
 * |--------------------|--------------------------------------------|-----------|--------------|--------|
 * | events that wait   | `EVENT_BATCH#<channel id>`, or of `LISTS`  | `WAITING` | `EVENTS_DUE` | due    |
 * | that some may wait | the same                                   | `NOTE`    | `EVENTS_DUE` | due    |
 *
 * All events of a channel are in one item, so that each is taken once without comparing clocks. It keeps the number of
 * viewers that the last event with one had. The item is in `gsi1` while a failed publication has to be repeated. Both expire.
 *
 * An event is added while a note will be due after it, by which the tick finds events whose publisher has died. One note
 * covers many batches: the index has all attributes, so a batch in it would be written twice with each event.
 */
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { isTooLarge, nullOn } from '#functions/aws/retry.ts';
import { getItem } from '#functions/aws/table/get-item.ts';
import type { Table } from '#functions/aws/table/table.ts';
import { queryPage } from '#functions/aws/table/read-items.ts';
import { deleteItem, putItem } from '#functions/aws/table/write-items.ts';
import type { PageEvent } from './batches.ts';

const LIFE_S = 60 * 60;
/** A publisher that is on the way comes within an interval. */
const EARLY_MS = 2500;
/** For how long events are added under a note. */
const NOTED_MS = 20_000;
/** When the note is due: later by more than clocks differ, and than a publication takes. */
const NOTE_DUE_MS = 25_000;

export interface WaitingEvent {
  readonly event: PageEvent;
  /** In ms since 1970. */
  readonly sinceMs: number;
}

/** The waiting events after one was added. Times in ms since 1970. */
interface Waiting {
  /** True if no other event was waiting. */
  readonly isFirst: boolean;
  /** Whether events of the same interval were taken because they were many, so that its publisher is on the way. */
  readonly isEarly: boolean;
  /** Whether a publication of some of them has failed. */
  readonly isPutBack: boolean;
  /** Total size of all waiting events as JSON. */
  readonly bytes: number;
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
  readonly early_ms?: number;
  readonly gsi1pk?: string;
  readonly viewers?: number;
}

/** `isNote`: whether events wait has to be read first. */
export interface DueAudience {
  readonly id: string;
  readonly isNote: boolean;
}

const EVENTS_DUE = 'EVENTS_DUE';
const PREFIX = 'EVENT_BATCH#';

export const batchPartition = (of: string): string => PREFIX + of;
const batchKey = (of: string) => ({ pk: batchPartition(of), sk: 'WAITING' });
const noteKey = (of: string) => ({ pk: batchPartition(of), sk: 'NOTE' });
const expiry = (nowMs: number): number => Math.ceil(nowMs / 1000) + LIFE_S;

/** Returns the number of viewers, if the event contains it. */
function viewersIn(event: PageEvent): number | undefined {
  if (event.type === 'viewers') return event.viewers;
  return event.type === 'stream' ? event.channel.viewers : undefined;
}

export type BatchesRepository = ReturnType<typeof batchesRepository>;

/** `of` is an audience: a channel's id, or all lists. */
export const batchesRepository = (table: Table) => ({
  /**
   * Adds an event. `full`: it does not fit into the item, and was not added. `viewers`: their number, which the event has not
   * where it is hidden.
   */
  add: async (
    of: string,
    event: PageEvent,
    nowMs: number,
    viewers = viewersIn(event),
  ): Promise<Waiting | 'full'> => {
    const isNoted = { if: 'noted_until_ms > :now', set: '' };
    const added = await tryAdd(table, of, event, { nowMs, viewers, ...isNoted });
    if (added) return added;
    const dueMs = nowMs + NOTE_DUE_MS;
    const note = { ...noteKey(of), expires_at: expiry(dueMs), ...dueKeys(dueMs) };
    await putItem(table, note);
    const noting = { set: ', noted_until_ms = :until', values: { ':until': nowMs + NOTED_MS } };
    return (await tryAdd(table, of, event, { nowMs, viewers, ...noting }))!;
  },
  /** Returns and removes all events; each is returned once. `isEarly`: before their interval has passed. */
  take: async (of: string, nowMs: number, isEarly = false): Promise<readonly WaitingEvent[]> => {
    const update = new UpdateCommand({
      TableName: table.TableName,
      Key: batchKey(of),
      UpdateExpression: isEarly
        ? 'SET early_ms = :now, expires_at = :expires REMOVE waiting, awaited_ms, gsi1pk, gsi1sk'
        : 'SET published_ms = :now, expires_at = :expires REMOVE waiting, awaited_ms, gsi1pk, gsi1sk, early_ms',
      ExpressionAttributeValues: {
        ':now': nowMs,
        ':expires': expiry(nowMs),
      },
      // Otherwise their publisher was faster, and no other one is on the way.
      ...(isEarly && { ConditionExpression: 'attribute_exists(waiting)' }),
      ReturnValues: 'ALL_OLD',
    });
    const taken = await nullOn(['ConditionalCheckFailedException'], () => table.client.send(update));
    const { waiting = [] } = (taken?.Attributes ?? {}) as WaitingItem;
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
  /** Audiences with events that were put back, or with a note, which are due. */
  listDue: async (nowMs: number, limit: number): Promise<readonly DueAudience[]> => {
    const { items } = await queryPage<{ readonly pk: string; readonly sk: string }>(table, {
      IndexName: 'gsi1',
      KeyConditionExpression: 'gsi1pk = :list AND gsi1sk <= :now',
      ExpressionAttributeValues: { ':list': EVENTS_DUE, ':now': new Date(nowMs).toISOString() },
      ProjectionExpression: 'pk, sk',
      Limit: limit,
    });
    return items.map(({ pk, sk }) => ({ id: pk.slice(PREFIX.length), isNote: sk === noteKey('').sk }));
  },
  /** Since when events wait; `null` while none do. */
  awaitedSince: async (of: string): Promise<number | null> =>
    (await getItem<WaitingItem>(table, batchKey(of)))?.awaited_ms ?? null,
  /** Removes a due note, unless another was made since. */
  removeNote: async (of: string, nowMs: number): Promise<void> => {
    const now = new Date(nowMs).toISOString();
    await deleteItem(table, noteKey(of), { if: 'gsi1sk <= :now', values: { ':now': now } });
  },
});

const dueKeys = (dueMs: number) => ({ gsi1pk: EVENTS_DUE, gsi1sk: new Date(dueMs).toISOString() });

interface Addition {
  readonly nowMs: number;
  readonly viewers: number | undefined;
  readonly if?: string;
  readonly set: string;
  readonly values?: Readonly<Record<string, unknown>>;
}

/** `null` if the condition is not met. */
async function tryAdd(
  table: Table,
  of: string,
  event: PageEvent,
  { nowMs, viewers: counted, if: ConditionExpression, set, values }: Addition,
): Promise<Waiting | 'full' | null> {
  const update = new UpdateCommand({
    TableName: table.TableName,
    Key: batchKey(of),
    UpdateExpression:
      'SET waiting = list_append(if_not_exists(waiting, :none), :one), ' +
      `awaited_ms = if_not_exists(awaited_ms, :now), expires_at = :expires${set}` +
      (counted === undefined ? '' : ', viewers = :viewers'),
    ...(ConditionExpression && { ConditionExpression }),
    ExpressionAttributeValues: {
      ...(counted !== undefined && { ':viewers': counted }),
      ':none': [],
      ':one': [{ event, since_ms: nowMs }],
      ':now': nowMs,
      ':expires': expiry(nowMs),
      ...values,
    },
    ReturnValues: 'ALL_NEW',
  });
  const added = await nullOn(['ConditionalCheckFailedException'], () => table.client.send(update)).catch(
    (error: unknown) => {
      if (isTooLarge(error)) return 'full' as const;
      throw error;
    },
  );
  if (added === null || added === 'full') return added;
  const {
    waiting,
    awaited_ms,
    published_ms,
    early_ms = 0,
    gsi1pk,
    viewers = 0,
  } = added.Attributes as WaitingItem;
  return {
    isFirst: waiting?.length === 1,
    isEarly: nowMs - early_ms < EARLY_MS,
    isPutBack: gsi1pk !== undefined,
    bytes: JSON.stringify(waiting).length,
    awaitedMs: awaited_ms ?? nowMs,
    publishedMs: published_ms ?? 0,
    viewers,
  };
}
