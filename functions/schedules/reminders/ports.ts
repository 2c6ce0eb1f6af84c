import type { SchedulesPorts } from '../ports.ts';

/** One planned taking place of a channel's broadcast. */
export interface OccurrenceRef {
  readonly channelId: string;
  readonly occurrenceId: string;
}

export interface PeoplePage {
  readonly people: readonly string[];
  /** After whom the next page begins; nothing at the end. */
  readonly last: string | undefined;
}

/** That somebody wants to be reminded of a day of a plan. */
export interface Wish {
  readonly day: string;
  readonly personId: string;
}

export interface RemindersRepository {
  /** The occurrences of a channel of which a person wants to be reminded. */
  list(personId: string, channelId: string, nowMs: number): Promise<string[]>;
  /** All of a person's wishes, as their owner gets them. */
  listAll(
    personId: string,
  ): Promise<readonly { readonly channel_id: string; readonly occurrence_id: string }[]>;
  /** Of how many a person wants to be reminded in all; counts no further than `limit`. */
  count(personId: string, limit: number): Promise<number>;
  /** False where the channel has gone. */
  add(personId: string, occurrence: OccurrenceRef, expiresMs: number): Promise<boolean>;
  remove(personId: string, occurrence: OccurrenceRef): Promise<void>;
  /** Who wants to be reminded, by id, after this one. */
  page(occurrence: OccurrenceRef, after: string | undefined, limit: number): Promise<PeoplePage>;
  /** The same of all days of a plan, day by day. */
  pageOfPlan(
    plan: { readonly channelId: string; readonly planId: string },
    after: string | undefined,
    limit: number,
  ): Promise<{ readonly wishes: readonly Wish[]; readonly last: string | undefined }>;
}

export interface RemindersPorts extends Pick<SchedulesPorts, 'schedules' | 'clock'> {
  readonly reminders: RemindersRepository;
}

/** A broadcast that begins within minutes, of which those are to be told who want to be reminded. */
export interface DueReminder extends OccurrenceRef {
  readonly title: string;
  readonly startsMs: number;
}

/** Schedules of which people are to be told something now. */
export interface DueSchedules {
  /** The ids of their channels, those that have waited longest first. */
  list(nowMs: number): AsyncIterable<string>;
  /** Sets when a schedule is due next, if it is still of this version. */
  advance(channelId: string, version: number, dueMs: number | null): Promise<void>;
}

export interface DuePorts extends RemindersPorts {
  readonly due: DueSchedules;
  /** Has everybody told who wants to be reminded. The same one again, at the same time, is told once. */
  readonly raise: (reminder: DueReminder) => Promise<void>;
}
