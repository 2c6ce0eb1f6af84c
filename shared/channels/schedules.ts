/** Planned broadcasts, in addition to the specification's free text of a channel's schedule (§3). */
import { ULID } from '../plain/ulid.ts';
import * as z from 'zod/mini';
import { broken } from '../base/errors.ts';
import { described, entity, Game, Id, Timestamp, Title, wholeNumber } from '../base/fields.ts';
import { routes } from '../base/route.ts';
import { OF_A_CHANNEL } from '../plain/freshness.ts';
import {
  MAX_PLAN_MINUTES,
  MAX_PLANS,
  MIN_PLAN_MINUTES,
  PLAN_DAYS_LISTED,
  UPCOMING_DEFAULT,
  UPCOMING_MAX,
} from '../plain/schedules/schedule-limits.ts';
import { isDay, isTimeZone } from '../plain/schedules/time-zones.ts';

/** In ISO 8601 order. */
export const Weekday = z.enum(['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']);
export type Weekday = z.infer<typeof Weekday>;

export const Repeat = z.enum(['none', 'daily', 'weekly', 'biweekly']);
export type Repeat = z.infer<typeof Repeat>;

const Day = described(
  z.string().check(z.refine(isDay, broken('not_a_day'))),
  'A day of the calendar where the broadcast is planned',
);

const timing = {
  start_date: described(Day, 'The first day; the first of `weekdays` from then on, where it repeats weekly'),
  start_time: described(
    z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, broken('not_a_time'))),
    'On the clock of the time zone, whatever the season. A time that is left out in spring is an hour later that day',
  ),
  time_zone: described(
    z.string().check(z.refine(isTimeZone, broken('not_a_time_zone'))),
    'By its name in the IANA database',
  ),
  duration_min: described(z.int().check(z.gte(MIN_PLAN_MINUTES), z.lte(MAX_PLAN_MINUTES)), 'In minutes'),
  repeat: Repeat,
};

export const PlanBody = z.strictObject({
  title: Title,
  game: Game,
  ...timing,
  weekdays: described(
    z._default(z.array(Weekday).check(z.maxLength(7)), []),
    'On which it repeats weekly; none stands for the day of `start_date`',
  ),
  end_date: described(
    z._default(z.nullable(Day), null),
    'The last day on which it may repeat; null: it goes on',
  ),
});
export type PlanBody = z.infer<typeof PlanBody>;

export const PlannedDay = entity('PlannedDay', {
  day: Day,
  starts_at: Timestamp,
  is_cancelled: z.boolean(),
});
export type PlannedDay = z.infer<typeof PlannedDay>;

export const Plan = entity('Plan', {
  id: Id,
  title: z.string(),
  game: z.string(),
  ...timing,
  weekdays: z.array(Weekday),
  end_date: z.nullable(Day),
  days: described(z.array(PlannedDay), `The next ${PLAN_DAYS_LISTED}, cancelled ones too`),
});
export type Plan = z.infer<typeof Plan>;

/** Names one occurrence: the plan and the day. */
export const OccurrenceId = described(
  z.string().check(
    z.regex(new RegExp(`^${ULID}_\\d{4}-\\d{2}-\\d{2}$`), broken('not_an_id')),
    z.refine((id) => isDay(id.slice(27)), broken('not_an_id')),
  ),
  'A ULID and a day',
);

export const Occurrence = entity('Occurrence', {
  id: OccurrenceId,
  title: z.string(),
  game: z.string(),
  starts_at: Timestamp,
  ends_at: Timestamp,
});
export type Occurrence = z.infer<typeof Occurrence>;

export const Reminders = entity('Reminders', {
  occurrence_ids: described(z.array(OccurrenceId), 'Of which the caller will be reminded'),
});
export type Reminders = z.infer<typeof Reminders>;

const plan = z.object({ plan_id: Id });
const dayOfPlan = z.object({ plan_id: Id, day: Day });
const ofChannel = z.object({ channel_id: Id });
const reminder = z.object({ channel_id: Id, occurrence_id: OccurrenceId });

export const schedulesRoutes = routes({
  'GET /schedules': {
    summary: 'What the caller has planned and is not over, by when it begins next',
    access: 'signed-in',
    response: z.array(Plan),
  },
  'PUT /schedules/plans/{plan_id}': {
    summary: `Plan a broadcast, or change one. The id is made up by who plans; at most ${MAX_PLANS} can be planned`,
    access: 'signed-in',
    params: plan,
    body: PlanBody,
    response: Plan,
    errors: ['not_found', 'conflict', 'busy'],
  },
  'DELETE /schedules/plans/{plan_id}': {
    summary: 'Cancel a planned broadcast, all of it. While there is none: changes nothing',
    access: 'signed-in',
    params: plan,
    status: 204,
    response: z.undefined(),
    errors: ['busy'],
  },
  'DELETE /schedules/plans/{plan_id}/days/{day}': {
    summary: 'Cancel a planned broadcast on one day',
    access: 'signed-in',
    params: dayOfPlan,
    response: Plan,
    errors: ['not_found', 'conflict', 'busy'],
  },
  'PUT /schedules/plans/{plan_id}/days/{day}': {
    summary: 'Have a planned broadcast take place on a day on which it was cancelled',
    access: 'signed-in',
    params: dayOfPlan,
    response: Plan,
    errors: ['not_found', 'busy'],
  },
  'GET /schedules/calendars/{username}': {
    summary:
      'A channel’s planned broadcasts as a calendar to subscribe to (RFC 5545); the site has it at `/channel/{username}/schedule.ics` too',
    access: 'public',
    params: z.object({ username: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)) }),
    response: z.string(),
    contentType: 'text/calendar; charset=utf-8',
    cache: { freshS: 60, staleWhileRevalidateS: 0 },
    errors: ['not_found'],
  },
  'GET /schedules/{channel_id}': {
    summary: 'A channel’s next planned broadcasts, those under way too',
    access: 'public',
    params: ofChannel,
    query: z.object({
      limit: z._default(wholeNumber().check(z.gte(1), z.lte(UPCOMING_MAX)), UPCOMING_DEFAULT),
    }),
    response: z.array(Occurrence),
    cache: OF_A_CHANNEL,
    errors: ['not_found'],
  },
  'GET /schedules/{channel_id}/reminders': {
    summary: 'Of which of a channel’s planned broadcasts the caller will be reminded',
    access: 'signed-in',
    params: ofChannel,
    response: Reminders,
  },
  'PUT /schedules/{channel_id}/reminders/{occurrence_id}': {
    summary: 'Be reminded of a planned broadcast a few minutes before it begins. Repeated: changes nothing',
    access: 'signed-in',
    params: reminder,
    status: 204,
    response: z.undefined(),
    errors: ['not_found', 'conflict', 'busy'],
  },
  'DELETE /schedules/{channel_id}/reminders/{occurrence_id}': {
    summary: 'Be reminded of it no more. Repeated: changes nothing',
    access: 'signed-in',
    openToSuspended: true,
    params: reminder,
    status: 204,
    response: z.undefined(),
  },
});
