import { eachAtOnce } from '../../base/at-once.ts';
import { dueNow, nextDueMs, occurrenceId } from '../schedule.ts';
import type { DuePorts, DueReminder } from './ports.ts';

const SCHEDULES = 100;
const AT_ONCE = 8;
/** Schedules of one run; what is more is due in a minute still. */
const MAX_SCHEDULES = 5000;

/**
 * Has people told of what begins within minutes. What was begun and not ended by an earlier run is done again, which tells
 * nobody twice. Answers how many broadcasts there were. Rejects where some schedules could not be gone through.
 */
export async function raiseReminders(ports: DuePorts): Promise<number> {
  const seen = new Set<string>();
  let raised = 0;
  const failed = (count: number): string => `${count} schedules could not be gone through`;
  while (seen.size < MAX_SCHEDULES) {
    const due = await ports.due.list(ports.clock(), SCHEDULES);
    // The index may be a moment behind, and bring the same ones again.
    const fresh = due.filter((channelId) => !seen.has(channelId));
    if (fresh.length === 0) break;
    for (const channelId of fresh) seen.add(channelId);
    await eachAtOnce(fresh, { atOnce: AT_ONCE, failed }, async (channelId) => {
      raised += await raiseOf(ports, channelId);
    });
  }
  return raised;
}

/** The schedule is due again when something else of it is near. */
async function raiseOf(ports: DuePorts, channelId: string): Promise<number> {
  const { schedules, due, clock } = ports;
  const nowMs = clock();
  const { plans, version } = await schedules.findCurrent(channelId);
  let raised = 0;
  for (const taking of dueNow(plans, nowMs)) {
    const { plan, startMs: startsMs } = taking;
    const reminder = { channelId, occurrenceId: occurrenceId(taking), title: plan.title, startsMs };
    if (await raiseOne(ports, reminder)) raised += 1;
  }
  await due.advance(channelId, version, nextDueMs(plans, nowMs));
  return raised;
}

/** False where nobody wants to be reminded. */
async function raiseOne({ reminders, raise }: DuePorts, reminder: DueReminder): Promise<boolean> {
  const { people } = await reminders.page(reminder, undefined, 1);
  if (people.length === 0) return false;
  await raise(reminder);
  return true;
}
