/** Takes all plans of a channel away, or brings them back, in a transaction of the caller. */
import { REMINDER_LEAD_MS } from '#shared/plain/schedules/schedule-limits.ts';
import type { Table, Write } from '#functions/aws/table/table.ts';
import { nextDueMs, type PlanRecord } from './schedule.ts';
import { findSchedule, scheduleWrites } from './schedules.repository.ts';

interface Withdrawal {
  /** The removed plans. */
  readonly plans: readonly PlanRecord[];
  /** On the condition that the schedule has not changed since. */
  readonly writes: readonly Write[];
}

/** Calendars drop the events; reminders of them do nothing, because a reminder needs its plan. */
export async function withdrawSchedule(table: Table, channelId: string): Promise<Withdrawal> {
  const { plans, version } = await findSchedule(table, channelId, true);
  if (plans.length === 0) return { plans, writes: [] };
  return { plans, writes: scheduleWrites(table, channelId, version, { plans: [], dueMs: null }) };
}

/** Writes nothing if the owner has planned something since. */
export async function restoreSchedule(
  table: Table,
  channelId: string,
  plans: readonly PlanRecord[],
  nowMs: number,
): Promise<readonly Write[]> {
  const current = await findSchedule(table, channelId, true);
  if (plans.length === 0 || current.plans.length > 0) return [];
  const dueMs = nextDueMs(plans, nowMs - REMINDER_LEAD_MS);
  return scheduleWrites(table, channelId, current.version, { plans, dueMs });
}
