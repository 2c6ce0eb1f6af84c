import { REMINDER_LEAD_MS } from '#shared/plain/schedules/schedule-limits.ts';
import type { Table } from '#functions/aws/table/table.ts';
import { ABSENT, putItem } from '#functions/aws/table/write-items.ts';
import { planNotice, noticeItem } from '#functions/news/index.ts';
import { schedulesRepository } from '../schedules.repository.ts';
import type { DueDeps } from './due.service.ts';
import { remindersRepository } from './reminders.repository.ts';

/** Reminders become notices, which the news feature sends in batches. */
export const dueDeps = (table: Table): DueDeps => ({
  schedules: schedulesRepository(table),
  reminders: remindersRepository(table),
  raise: async ({ startsMs, ...planned }) => {
    // The due time, so that a repeated notice has the same key.
    const notice = planNotice(planned, startsMs, startsMs - REMINDER_LEAD_MS);
    await putItem(table, noticeItem(notice), ABSENT);
  },
  clock: Date.now,
});
