/** Reads and writes schedules; see `schedule.item.ts` for the keys. */
import { getItem } from '#functions/aws/table/get-item.ts';
import { pagesOf } from '#functions/aws/table/read-items.ts';
import type { Table, Write } from '#functions/aws/table/table.ts';
import { assignment, ofVersion, putInput, transact, updateItem } from '#functions/aws/table/write-items.ts';
import { channelKey } from '#functions/channels/index.ts';
import { type Notice, noticeWrite } from '#functions/news/index.ts';
import type { PlanRecord } from './schedule.ts';
import { DUE_PARTITION, dueKey, scheduleDueKeys, scheduleKey } from './schedule.item.ts';

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
  find: (channelId: string) => findSchedule(table, channelId, false),
  findCurrent: (channelId: string) => findSchedule(table, channelId, true),
  /** False when the schedule has changed meanwhile or the channel is deleted. */
  replace: (channelId: string, { version }: Schedule, { notice, ...change }: ScheduleChange) =>
    transact(table, [
      ...scheduleWrites(table, channelId, version, change),
      {
        ConditionCheck: {
          TableName: table.TableName,
          Key: channelKey(channelId),
          ConditionExpression: 'attribute_exists(pk)',
        },
      },
      ...(notice ? [noticeWrite(table, notice)] : []),
    ]),
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
    await updateItem(table, dueKey(channelId), scheduleDueKeys(channelId, dueMs), {
      if: 'version = :known',
      values: { ':known': version },
    });
  },
});

/** Replaces the plans of a schedule that has this version. */
export function scheduleWrites(
  table: Table,
  channelId: string,
  known: number,
  { plans, dueMs }: Pick<ScheduleChange, 'plans' | 'dueMs'>,
): Write[] {
  const version = known + 1;
  const item = { ...scheduleKey(channelId), plans, version };
  return [
    { Put: putInput(table, item, ofVersion(known)) },
    { Update: assignment(table, dueKey(channelId), { version, ...scheduleDueKeys(channelId, dueMs) }) },
  ];
}

export async function findSchedule(
  table: Table,
  channelId: string,
  isConsistent: boolean,
): Promise<Schedule> {
  const item = await getItem<Schedule>(table, scheduleKey(channelId), { isConsistent });
  return item ? { plans: item.plans, version: item.version } : NO_SCHEDULE;
}
