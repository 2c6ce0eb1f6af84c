import type { Occurrence, Plan, PlanBody } from '../../shared/channels/schedules.ts';
import { PLAN_DAYS_SHOWN, REMINDER_LEAD_MS, UPCOMING_DEFAULT } from '../../shared/plain/schedule-limits.ts';
import { notFound, unavailable } from '../base/errors.ts';
import { calendarOf } from './calendar/calendar.ts';
import type { Schedule, SchedulesPorts } from './ports.ts';
import { noticeOfChange } from './changes.ts';
import {
  findPlan,
  kept,
  nextDueMs,
  nextDays,
  nextTaking,
  occurrenceId,
  upcoming,
  withDay,
  withoutPlan,
  withPlan,
  type PlannedTaking,
  type PlanRecord,
} from './schedule.ts';

type Plans = readonly PlanRecord[];

/** What the caller has planned and is not over, by when it begins next. */
export async function listPlans({ schedules, clock }: SchedulesPorts, callerId: string): Promise<Plan[]> {
  const { plans } = await schedules.findCurrent(callerId);
  const nowMs = clock();
  return plans
    .flatMap((plan) => {
      const next = nextTaking(plan, nowMs);
      return next ? [{ plan, next }] : [];
    })
    .toSorted((a, b) => a.next.startMs - b.next.startMs)
    .map(({ plan }) => toPlan(plan, nowMs));
}

/** Plans a broadcast, or changes one. Throws what `withPlan` throws. */
export const savePlan = (
  ports: SchedulesPorts,
  callerId: string,
  id: string,
  body: PlanBody,
): Promise<Plan> => changePlan(ports, callerId, id, (plans, nowMs) => withPlan(plans, id, body, nowMs));

/** Cancels a planned broadcast, all of it; nothing where there is none. */
export async function cancelPlan(ports: SchedulesPorts, callerId: string, id: string): Promise<void> {
  await change(ports, callerId, (plans, nowMs) => withoutPlan(plans, id, nowMs));
}

/** Has a planned broadcast take place on a day, or not. Throws what `withDay` throws. */
export const setDay = (
  ports: SchedulesPorts,
  callerId: string,
  { plan_id, day }: { readonly plan_id: string; readonly day: string },
  takesPlace: boolean,
): Promise<Plan> =>
  changePlan(ports, callerId, plan_id, (plans, nowMs) => withDay(plans, plan_id, day, takesPlace, nowMs));

/** What a channel has planned, the next first, what is under way too. Throws `not_found`. */
export async function upcomingOf(
  { schedules, channels, clock }: SchedulesPorts,
  channelId: string,
  limit: number,
): Promise<Occurrence[]> {
  const [channel, { plans }] = await Promise.all([channels.findById(channelId), schedules.find(channelId)]);
  if (!channel) throw notFound('Channel');
  return upcoming(plans, clock(), limit).map(toOccurrence);
}

/** A channel's schedule as a calendar (RFC 5545). Throws `not_found`. */
export async function channelCalendar(
  { schedules, channels, clock }: SchedulesPorts,
  username: string,
): Promise<string> {
  const channel = await channels.findByUsername(username);
  if (!channel) throw notFound('Channel');
  const { plans } = await schedules.find(channel.id);
  return calendarOf(channel, plans, clock());
}

async function changePlan(
  ports: SchedulesPorts,
  callerId: string,
  id: string,
  next: (plans: Plans, nowMs: number) => Plans,
): Promise<Plan> {
  return toPlan(findPlan(await change(ports, callerId, next), id), ports.clock());
}

/** Others of the same person may be at it: a second tab, a request that was sent again. */
const ATTEMPTS = 5;

/**
 * Changes the caller's schedule, whatever others do to it meanwhile, and has open pages told. Of what changes nothing they
 * are told again: whoever changed it may have died before they were. Answers what has become of it.
 */
async function change(
  ports: SchedulesPorts,
  callerId: string,
  next: (plans: Plans, nowMs: number) => Plans,
): Promise<Plans> {
  const { schedules, clock } = ports;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const known = await schedules.findCurrent(callerId);
    const nowMs = clock();
    const changed = next(known.plans, nowMs);
    if (changed === known.plans) {
      await announceUpcoming(ports, callerId, known, nowMs);
      return known.plans;
    }
    const plans = kept(changed, nowMs);
    // What begins within minutes is due at once: it may have been moved there.
    const dueMs = nextDueMs(plans, nowMs - REMINDER_LEAD_MS);
    const notice = noticeOfChange(callerId, known.plans, plans, nowMs);
    if (await schedules.replace(callerId, known, { plans, dueMs, notice })) {
      await announceUpcoming(ports, callerId, { plans, version: known.version + 1 }, nowMs);
      return changed;
    }
  }
  throw unavailable('Your schedule is being changed elsewhere. Please try again.', undefined);
}

const announceUpcoming = (
  { announce }: SchedulesPorts,
  channelId: string,
  { plans, version }: Schedule,
  nowMs: number,
): Promise<void> =>
  announce(channelId, {
    type: 'schedule',
    upcoming: upcoming(plans, nowMs, UPCOMING_DEFAULT).map(toOccurrence),
    version,
  });

const toPlan = (plan: PlanRecord, nowMs: number): Plan => ({
  id: plan.id,
  title: plan.title,
  game: plan.game,
  start_date: plan.start_date,
  start_time: plan.start_time,
  time_zone: plan.time_zone,
  duration_min: plan.duration_min,
  repeat: plan.repeat,
  weekdays: [...plan.weekdays],
  end_date: plan.end_date,
  days: nextDays(plan, nowMs, PLAN_DAYS_SHOWN).map(({ day, startMs }) => ({
    day,
    starts_at: new Date(startMs).toISOString(),
    is_cancelled: plan.cancelled.includes(day),
  })),
});

const toOccurrence = (taking: PlannedTaking): Occurrence => ({
  id: occurrenceId(taking),
  title: taking.plan.title,
  game: taking.plan.game,
  starts_at: new Date(taking.startMs).toISOString(),
  ends_at: new Date(taking.endMs).toISOString(),
});
