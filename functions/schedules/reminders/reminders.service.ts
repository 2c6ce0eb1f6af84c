import { HOUR_MS } from '#shared/plain/time.ts';
import type { Reminders } from '#shared/channels/schedules.ts';
import { MAX_REMINDERS, REMINDER_LEAD_MS } from '#shared/plain/schedules/schedule-limits.ts';
import { DomainError, notFound } from '#functions/base/errors.ts';
import type { PositionRange } from '#functions/base/position-range.ts';
import { type AudiencePage, type Notice, notified } from '#functions/news/index.ts';
import { affectsDay } from '../changes.ts';
import { occurrenceOf } from '../schedule.ts';
import type { RemindersRepository } from './reminders.repository.ts';
import type { SchedulesDeps } from '../schedules.service.ts';

export interface RemindersDeps extends Pick<SchedulesDeps, 'schedules' | 'clock'> {
  readonly reminders: RemindersRepository;
}

interface Named {
  readonly channel_id: string;
  readonly occurrence_id: string;
}

/** How long a reminder outlives its broadcast, which may be moved to later that day and be announced late. */
const KEPT_MS = 26 * HOUR_MS;

export const listReminders = async (
  { reminders, clock }: RemindersDeps,
  callerId: string,
  channelId: string,
): Promise<Reminders> => ({ occurrence_ids: await reminders.list(callerId, channelId, clock()) });

/**
 * Adds a reminder of a planned broadcast. Throws `not_found` when none is planned or it was cancelled, `conflict` when it
 * starts within minutes, and for too many reminders.
 */
export async function remind(deps: RemindersDeps, callerId: string, named: Named): Promise<void> {
  const { schedules, reminders, clock } = deps;
  const { plans } = await schedules.findCurrent(named.channel_id);
  const occurrence = occurrenceOf(plans, named.occurrence_id);
  if (!occurrence || occurrence.endMs <= clock()) throw notFound('broadcast');
  if (occurrence.startMs - REMINDER_LEAD_MS <= clock())
    throw new DomainError('conflict', 'broadcast_about_to_begin');
  if ((await reminders.count(callerId, MAX_REMINDERS)) >= MAX_REMINDERS) throw tooMany();
  const ref = { channelId: named.channel_id, occurrenceId: named.occurrence_id };
  if (!(await reminders.add(callerId, ref, occurrence.endMs + KEPT_MS))) throw notFound('channel');
}

export const removeReminder = (
  { reminders }: RemindersDeps,
  callerId: string,
  { channel_id: channelId, occurrence_id: occurrenceId }: Named,
): Promise<void> => reminders.remove(callerId, { channelId, occurrenceId });

const tooMany = (): DomainError => new DomainError('conflict', 'too_many_reminders', { max: MAX_REMINDERS });

/**
 * A page of the people to notify: those with a reminder of the broadcast that starts, or of a day that has changed. A
 * person may be in several pages, with reminders of several days.
 */
export async function peopleToNotify(
  reminders: RemindersRepository,
  notice: Notice,
  range: PositionRange,
  limit: number,
): Promise<AudiencePage> {
  const { channelId, occurrenceId = '', change } = notice;
  if (!change) {
    const { people, last } = await reminders.page({ channelId, occurrenceId }, range, limit);
    return { members: people.map(notified), last };
  }
  const plan = { channelId, planId: change.plan_id };
  const { reminders: found, last } = await reminders.pageOfPlan(plan, range, limit);
  const members = found.map(({ position, day, personId }) => ({
    position,
    personId,
    isNotified: affectsDay(notice, day),
  }));
  return { members, last };
}
