import type { Notice } from '../../channels/notices/notice.ts';
import { isConcerned } from '../changes.ts';
import type { PeoplePage, RemindersRepository } from './ports.ts';

/**
 * Who is to be told of a notice, after this one: those who want to be reminded of what begins, or of what is not as it was.
 * Somebody may be in several pages, who wants to be reminded of several days.
 */
export async function peopleConcerned(
  reminders: RemindersRepository,
  notice: Notice,
  after: string | undefined,
  limit: number,
): Promise<PeoplePage> {
  const { channelId, occurrenceId = '', change } = notice;
  if (!change) return reminders.page({ channelId, occurrenceId }, after, limit);
  const plan = { channelId, planId: change.plan_id };
  const { wishes, last } = await reminders.pageOfPlan(plan, after, limit);
  const people = wishes.filter(({ day }) => isConcerned(notice, day)).map(({ personId }) => personId);
  return { people: [...new Set(people)], last };
}
