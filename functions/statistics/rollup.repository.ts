/** Writes of the rollup (`statistics.item.ts`), and its queue. */
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { HOUR_MS, MINUTE_MS } from '#shared/plain/time.ts';
import { dueKeys, listDue, postpone } from '#functions/aws/table/due-queue.ts';
import type { Table } from '#functions/aws/table/table.ts';
import { deleteItem, updateItem } from '#functions/aws/table/write-items.ts';
import { dayOf } from '#functions/base/day.ts';
import { seconds } from '#functions/base/seconds.ts';
import {
  type BroadcastHour,
  type DueRollup,
  type HourFigures,
  type NextRollup,
  type RolledHour,
  together,
} from './hours.ts';
import {
  broadcastKey,
  type BroadcastHourTuple,
  dayKey,
  dueKey,
  type DueItem,
  hourAttribute,
  type HourTuple,
  STATISTICS_DUE,
  STATISTICS_KEPT_MS,
  statisticsPartition,
} from './statistics.item.ts';

const ROLL_EVERY_MINUTES = 10;
/** A tick. The others wait for the next one. */
const MAX_DUE = 1000;

const HOURS_A_DAY = 24;

/**
 * Notes that a live channel has figures to be summed up. The first minutes of a broadcast do; the others are in case that is
 * lost, or the stream was interrupted.
 */
export async function noteLive(
  table: Table,
  channelId: string,
  { startMs, atMs }: { readonly startMs: number; readonly atMs: number },
): Promise<void> {
  const minute = Math.floor((atMs - startMs) / MINUTE_MS);
  // Ticks are a minute apart only roughly, so that one minute may have none.
  if (minute > 1 && minute % ROLL_EVERY_MINUTES !== 0) return;
  const due = dueKeys(STATISTICS_DUE, channelId, atMs + ROLL_EVERY_MINUTES * MINUTE_MS);
  await table.client.send(
    new UpdateCommand({
      TableName: table.TableName,
      Key: dueKey(channelId),
      UpdateExpression:
        'SET gsi1pk = :queue, gsi1sk = if_not_exists(gsi1sk, :due), from_ms = if_not_exists(from_ms, :at) ADD notes :one',
      ExpressionAttributeValues: {
        ':queue': due.gsi1pk,
        ':due': due.gsi1sk,
        ':at': Math.max(startMs, atMs - ROLL_EVERY_MINUTES * MINUTE_MS),
        ':one': 1,
      },
    }),
  );
}

export const rollupRepository = (table: Table) => ({
  listDue: async (nowMs: number): Promise<readonly DueRollup[]> => {
    const items = await listDue<DueItem>(table, STATISTICS_DUE, nowMs, MAX_DUE);
    return items.map(({ pk, from_ms: fromMs, notes }) => ({
      channelId: pk.slice(statisticsPartition('').length),
      fromMs,
      notes,
    }));
  },
  /** Replaces the figures of the hour. */
  save: async (channelId: string, { hourMs, title, broadcasts }: RolledHour): Promise<void> => {
    const hour = hourMs / HOUR_MS;
    for (const broadcast of broadcasts) await saveBroadcast(table, channelId, { hour, title, broadcast });
    const ofDay = { [hourAttribute(hour % HOURS_A_DAY)]: tupleOf(together(broadcasts)) };
    const expires_at = seconds(hourMs + STATISTICS_KEPT_MS);
    await updateItem(table, dayKey(channelId, dayOf(hourMs)), { ...ofDay, expires_at });
  },
  finish: async ({ channelId, notes }: DueRollup, next: NextRollup | null): Promise<void> => {
    const isUnchanged = { if: 'notes = :read', values: { ':read': notes } };
    if (!next) return void (await deleteItem(table, dueKey(channelId), isUnchanged));
    const due = dueKeys(STATISTICS_DUE, channelId, next.atMs + ROLL_EVERY_MINUTES * MINUTE_MS);
    await updateItem(table, dueKey(channelId), { ...due, from_ms: next.fromMs }, isUnchanged);
  },
  postpone: ({ channelId }: DueRollup, dueMs: number) =>
    postpone(table, STATISTICS_DUE, dueKey(channelId), channelId, dueMs),
});

const tupleOf = ({ minutes, viewerMinutes, peak, messages }: HourFigures): HourTuple => [
  minutes,
  viewerMinutes,
  peak,
  messages,
];

interface SavedBroadcast {
  /** Since 1970. */
  readonly hour: number;
  readonly title: string;
  readonly broadcast: BroadcastHour;
}

/** Keeps the title of the first rollup, because the channel may have another one when the last part is summed up. */
async function saveBroadcast(
  table: Table,
  channelId: string,
  { hour, title, broadcast }: SavedBroadcast,
): Promise<void> {
  const { startMs, lastAtMs, firstFollowers, lastFollowers } = broadcast;
  const figures: BroadcastHourTuple = [...tupleOf(broadcast), firstFollowers, lastFollowers];
  await table.client.send(
    new UpdateCommand({
      TableName: table.TableName,
      Key: broadcastKey(channelId, startMs),
      UpdateExpression:
        'SET #hour = :figures, last_at_ms = :last, title = if_not_exists(title, :title), expires_at = :expires',
      ExpressionAttributeNames: { '#hour': hourAttribute(hour) },
      ExpressionAttributeValues: {
        ':figures': figures,
        ':last': lastAtMs,
        ':title': title,
        ':expires': seconds(startMs + STATISTICS_KEPT_MS),
      },
    }),
  );
}
