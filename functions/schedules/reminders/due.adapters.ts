import type { Table } from '../../aws/table/table.ts';
import { ABSENT } from '../../aws/table/write-expressions.ts';
import { putItem } from '../../aws/table/write-items.ts';
import { noticeItem } from '../../channels/notices/notice.item.ts';
import { aboutToBegin } from '../../channels/notices/notice.ts';
import { REMINDER_LEAD_MS } from '../../../shared/plain/schedule-limits.ts';
import { schedulesRepository } from '../schedules.repository.ts';
import { dueSchedules } from './due.repository.ts';
import type { DuePorts } from './ports.ts';
import { remindersRepository } from './reminders.repository.ts';

/** What raising reminders needs: they become notices, which the feature of news has told in batches. */
export const dueAdapters = (table: Table): DuePorts => ({
  schedules: schedulesRepository(table),
  reminders: remindersRepository(table),
  due: dueSchedules(table),
  raise: async ({ startsMs, ...planned }) => {
    // When it was due, and not when that was noticed: the same one has the same place in everybody's list.
    const notice = aboutToBegin(planned, startsMs, startsMs - REMINDER_LEAD_MS);
    await putItem(table, noticeItem(notice), ABSENT);
  },
  clock: Date.now,
});
