/** Reads and writes schedules; see `schedule.item.ts` for the keys. */
import { getItem } from '../aws/table/get-item.ts';
import type { Table } from '../aws/table/table.ts';
import { assignment, ofVersion, placement } from '../aws/table/write-expressions.ts';
import { transact } from '../aws/table/write-items.ts';
import { channelKey } from '../channels/channel.item.ts';
import { noticeWrite } from '../channels/notices/notice.item.ts';
import type { Schedule, SchedulesRepository } from './ports.ts';
import { dueKey, duePlace, scheduleKey } from './schedule.item.ts';

const NO_SCHEDULE: Schedule = { plans: [], version: 0 };

export const schedulesRepository = (table: Table): SchedulesRepository => ({
  find: (channelId) => find(table, channelId, false),
  findCurrent: (channelId) => find(table, channelId, true),
  replace: (channelId, known, { plans, dueMs, notice }) => {
    const version = known.version + 1;
    const item = { ...scheduleKey(channelId), plans, version };
    const due = { version, ...duePlace(channelId, dueMs) };
    return transact(table, [
      { Put: placement(table, item, ofVersion(known.version)) },
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
});

async function find(table: Table, channelId: string, isConsistent: boolean): Promise<Schedule> {
  const item = await getItem<Schedule>(table, scheduleKey(channelId), { isConsistent });
  return item ? { plans: item.plans, version: item.version } : NO_SCHEDULE;
}
