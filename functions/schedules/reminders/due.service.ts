import { eachItem } from '#functions/log/each-item.ts';
import { logStep } from '#functions/log/log.ts';
import { dueNow, nextDueMs, occurrenceId } from '../schedule.ts';
import type { OccurrenceRef } from './reminders.repository.ts';
import type { RemindersDeps } from './reminders.service.ts';

export interface DueReminder extends OccurrenceRef {
  readonly title: string;
  readonly startsMs: number;
}

export interface DueDeps extends RemindersDeps {
  /** Notifies all who have a reminder. Repeated for the same broadcast and time, it notifies them once. */
  readonly raise: (reminder: DueReminder) => Promise<void>;
}

const AT_ONCE = 8;

/**
 * The minute tick, which costs one read while nothing is due. Notifies users of what begins within minutes, and repeats
 * what an interrupted run has begun; each user is notified once. Returns the number of broadcasts. The failure of one
 * schedule does not stop the others.
 */
export async function raiseReminders(deps: DueDeps): Promise<number> {
  let raised = 0;
  const work = async (channelId: string) => void (raised += await raiseOf(deps, channelId));
  await eachItem(deps.schedules.listDue(deps.clock()), { step: 'schedules.due', atOnce: AT_ONCE, work });
  if (raised > 0) logStep('schedules.reminded', { raised });
  return raised;
}

/** Sets when the schedule is due next, too. */
async function raiseOf(deps: DueDeps, channelId: string): Promise<number> {
  const { schedules, clock } = deps;
  const nowMs = clock();
  const { plans, version } = await schedules.findCurrent(channelId);
  let raised = 0;
  for (const occurrence of dueNow(plans, nowMs)) {
    const { plan, startMs: startsMs } = occurrence;
    const reminder = { channelId, occurrenceId: occurrenceId(occurrence), title: plan.title, startsMs };
    if (await raiseOne(deps, reminder)) raised += 1;
  }
  await schedules.setDue(channelId, version, nextDueMs(plans, nowMs));
  return raised;
}

/** False when there are no reminders. */
async function raiseOne({ reminders, raise }: DueDeps, reminder: DueReminder): Promise<boolean> {
  const { people } = await reminders.page(reminder, {}, 1);
  if (people.length === 0) return false;
  await raise(reminder);
  return true;
}
