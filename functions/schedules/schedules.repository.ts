/** Reads and writes schedules; see `schedule.item.ts` for the keys. */
import { getItem } from '../aws/table/get-item.ts';
import { pagesOf } from '../aws/table/read-items.ts';
import type { Table } from '../aws/table/table.ts';
import { assignment, ofVersion, placement, transact, updateItem } from '../aws/table/write-items.ts';
import { channelKey } from '../channels/index.ts';
import { type Notice, noticeWrite } from '../news/index.ts';
import type { PlanRecord } from './schedule.ts';
import { DUE_PARTITION, dueKey, duePlace, scheduleKey } from './schedule.item.ts';

export interface Schedule {
  readonly plans: readonly PlanRecord[];
  /** Counts its changes; 0 before the first. */
  readonly version: number;
}

export interface ScheduleChange {
  readonly plans: readonly PlanRecord[];
  /** When the next reminders are due; `null`: never. */
  readonly dueMs: number | null;
  /** For people with a reminder of what is changed. */
  readonly notice: Notice | null;
}

export type SchedulesRepository = ReturnType<typeof schedulesRepository>;

const DUE_PAGE = 100;
const NO_SCHEDULE: Schedule = { plans: [], version: 0 };

export const schedulesRepository = (table: Table) => ({
  /** Eventually consistent; empty for a channel without a schedule. */
  find: (channelId: string) => find(table, channelId, false),
  findCurrent: (channelId: string) => find(table, channelId, true),
  /** False when the schedule has changed meanwhile or the channel is deleted. */
  replace: (channelId: string, expected: Schedule, { plans, dueMs, notice }: ScheduleChange) => {
    const version = expected.version + 1;
    const item = { ...scheduleKey(channelId), plans, version };
    const due = { version, ...duePlace(channelId, dueMs) };
    return transact(table, [
      { Put: placement(table, item, ofVersion(expected.version)) },
      { Update: assignment(table, dueKey(channelId), due) },
      {
        ConditionCheck: {
          TableName: table.TableName,
          Key: channelKey(channelId),
          ConditionExpression: 'attribute_exists(pk)',
        },
      },
      ...(notice ? [noticeWrite(table, notice)] : []),
    ]);
  },
  /** The ids of the channels with reminders that are due, oldest first. */
  async *listDue(nowMs: number): AsyncGenerator<string> {
    const pages = pagesOf<{ gsi1sk: string }>(table, {
      IndexName: 'gsi1',
      KeyConditionExpression: 'gsi1pk = :due AND gsi1sk < :soon',
      ExpressionAttributeValues: { ':due': DUE_PARTITION, ':soon': new Date(nowMs + 1).toISOString() },
      Limit: DUE_PAGE,
    });
    for await (const items of pages) yield* items.map(({ gsi1sk }) => gsi1sk.slice(gsi1sk.indexOf('#') + 1));
  },
  /** Sets when a schedule is due next, if it still has this version. */
  setDue: async (channelId: string, version: number, dueMs: number | null): Promise<void> => {
    await updateItem(table, dueKey(channelId), duePlace(channelId, dueMs), {
      if: 'version = :known',
      values: { ':known': version },
    });
  },
});

async function find(table: Table, channelId: string, isConsistent: boolean): Promise<Schedule> {
  const item = await getItem<Schedule>(table, scheduleKey(channelId), { isConsistent });
  return item ? { plans: item.plans, version: item.version } : NO_SCHEDULE;
}
