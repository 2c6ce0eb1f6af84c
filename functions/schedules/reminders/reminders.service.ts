import { MAX_REMINDERS, REMINDER_LEAD_MS } from '../../../shared/plain/schedule-limits.ts';
import type { Reminders } from '../../../shared/channels/schedules.ts';
import { DomainError, notFound } from '../../base/errors.ts';
import { takingOf } from '../schedule.ts';
import type { RemindersPorts } from './ports.ts';

/** What an address names. */
interface Named {
  readonly channel_id: string;
  readonly occurrence_id: string;
}

/** So long a wish is kept after what it is about: that may be moved to later on its day, and be told of late. */
const KEPT_MS = 26 * 60 * 60_000;

/** Of which of a channel's planned broadcasts the caller will be reminded. */
export const listReminders = async (
  { reminders, clock }: RemindersPorts,
  callerId: string,
  channelId: string,
): Promise<Reminders> => ({ occurrence_ids: await reminders.list(callerId, channelId, clock()) });

/**
 * Reminds the caller of a planned broadcast. Throws `not_found` where none is planned or it was cancelled, `conflict` for
 * one that begins within minutes, and for one too many.
 */
export async function remind(ports: RemindersPorts, callerId: string, named: Named): Promise<void> {
  const { schedules, reminders, clock } = ports;
  const { plans } = await schedules.findCurrent(named.channel_id);
  const taking = takingOf(plans, named.occurrence_id);
  if (!taking || taking.endMs <= clock()) throw notFound('Broadcast');
  if (taking.startMs - REMINDER_LEAD_MS <= clock())
    throw new DomainError('conflict', 'This broadcast is about to begin.');
  if ((await reminders.count(callerId, MAX_REMINDERS)) >= MAX_REMINDERS) throw tooMany();
  const occurrence = { channelId: named.channel_id, occurrenceId: named.occurrence_id };
  if (!(await reminders.add(callerId, occurrence, taking.endMs + KEPT_MS))) throw notFound('Channel');
}

/** Reminds them of it no more. */
export const remindNot = (
  { reminders }: RemindersPorts,
  callerId: string,
  { channel_id: channelId, occurrence_id: occurrenceId }: Named,
): Promise<void> => reminders.remove(callerId, { channelId, occurrenceId });

const tooMany = (): DomainError =>
  new DomainError(
    'conflict',
    `You will be reminded of ${MAX_REMINDERS} broadcasts, which is as many as can be. Take one back to add another.`,
  );
