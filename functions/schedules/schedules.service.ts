import type { Occurrence, Plan, PlanBody } from '#shared/channels/schedules.ts';
import {
  PLAN_DAYS_LISTED,
  REMINDER_LEAD_MS,
  UPCOMING_DEFAULT,
} from '#shared/plain/schedules/schedule-limits.ts';
import { busy, requireFound } from '#functions/base/errors.ts';
import { calendarOf } from './calendar/calendar.ts';
import type { ChannelEvent } from '#shared/live/channel-events.ts';
import type { ChannelsRepository } from '#functions/channels/index.ts';
import type { Schedule, SchedulesRepository } from './schedules.repository.ts';
import { noticeOfChange } from './changes.ts';
import { timingOf } from './occurrences.ts';
import {
  findPlan,
  plansToKeep,
  nextDueMs,
  nextDays,
  nextOccurrence,
  occurrenceId,
  upcoming,
  withDay,
  withoutPlan,
  withPlan,
  type PlannedOccurrence,
  type PlanRecord,
} from './schedule.ts';

export interface SchedulesDeps {
  readonly schedules: SchedulesRepository;
  readonly channels: Pick<ChannelsRepository, 'findVisible' | 'findByUsername'>;
  /** Publishes an event to open pages of the channel. Never throws. */
  readonly announce: (channelId: string, event: ChannelEvent) => Promise<void>;
  readonly clock: () => number;
}

type Plans = readonly PlanRecord[];

/** The caller's plans that are not over, in order of their next occurrences. */
export async function listPlans({ schedules, clock }: SchedulesDeps, callerId: string): Promise<Plan[]> {
  const { plans } = await schedules.findCurrent(callerId);
  const nowMs = clock();
  return plans
    .flatMap((plan) => {
      const next = nextOccurrence(plan, nowMs);
      return next ? [{ plan, next }] : [];
    })
    .toSorted((a, b) => a.next.startMs - b.next.startMs)
    .map(({ plan }) => toPlan(plan, nowMs));
}

/** Adds or changes a plan. Throws what `withPlan` throws. */
export const savePlan = (deps: SchedulesDeps, callerId: string, id: string, body: PlanBody): Promise<Plan> =>
  changePlan(deps, callerId, id, (plans, nowMs) => withPlan(plans, id, body, nowMs));

/** Does nothing when there is no such plan. */
export async function cancelPlan(deps: SchedulesDeps, callerId: string, id: string): Promise<void> {
  await change(deps, callerId, (plans, nowMs) => withoutPlan(plans, id, nowMs));
}

/** Cancels or restores one day of a plan. Throws what `withDay` throws. */
export const setDay = (
  deps: SchedulesDeps,
  callerId: string,
  { plan_id, day }: { readonly plan_id: string; readonly day: string },
  takesPlace: boolean,
): Promise<Plan> =>
  changePlan(deps, callerId, plan_id, (plans, nowMs) => withDay(plans, plan_id, day, takesPlace, nowMs));

/** The current and next occurrences of a channel. Throws `not_found`, also for a suspended channel. */
export async function upcomingOf(
  { schedules, channels, clock }: SchedulesDeps,
  channelId: string,
  limit: number,
): Promise<Occurrence[]> {
  const [channel, { plans }] = await Promise.all([
    channels.findVisible(channelId),
    schedules.find(channelId),
  ]);
  requireFound(channel, 'channel');
  return upcoming(plans, clock(), limit).map(toOccurrence);
}

/** A channel's schedule as a calendar (RFC 5545). Throws `not_found`. */
export async function channelCalendar(
  { schedules, channels, clock }: SchedulesDeps,
  username: string,
): Promise<string> {
  const channel = requireFound(await channels.findByUsername(username), 'channel');
  const { plans } = await schedules.find(channel.id);
  return calendarOf(channel, plans, clock());
}

async function changePlan(
  deps: SchedulesDeps,
  callerId: string,
  id: string,
  next: (plans: Plans, nowMs: number) => Plans,
): Promise<Plan> {
  return toPlan(findPlan(await change(deps, callerId, next), id), deps.clock());
}

/** A second tab or a repeated request may change the schedule at the same time. */
const ATTEMPTS = 5;

/**
 * Changes the caller's schedule, retrying when it has changed meanwhile, and publishes it to open pages. Publishes also
 * when nothing changes, because the process that made the change may have died before it published. Returns the result.
 */
async function change(
  deps: SchedulesDeps,
  callerId: string,
  next: (plans: Plans, nowMs: number) => Plans,
): Promise<Plans> {
  const { schedules, clock } = deps;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const known = await schedules.findCurrent(callerId);
    const nowMs = clock();
    const changed = next(known.plans, nowMs);
    if (changed === known.plans) {
      await announceUpcoming(deps, callerId, known, nowMs);
      return known.plans;
    }
    const plans = plansToKeep(changed, nowMs);
    // A broadcast that was moved to within minutes is due at once.
    const dueMs = nextDueMs(plans, nowMs - REMINDER_LEAD_MS);
    const notice = noticeOfChange(callerId, known.plans, plans, nowMs);
    if (await schedules.replace(callerId, known, { plans, dueMs, notice })) {
      await announceUpcoming(deps, callerId, { plans, version: known.version + 1 }, nowMs);
      return changed;
    }
  }
  throw busy('changed_elsewhere');
}

const announceUpcoming = (
  { announce }: SchedulesDeps,
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
  ...timingOf(plan),
  days: nextDays(plan, nowMs, PLAN_DAYS_LISTED).map(({ day, startMs }) => ({
    day,
    starts_at: new Date(startMs).toISOString(),
    is_cancelled: plan.cancelled.includes(day),
  })),
});

const toOccurrence = (planned: PlannedOccurrence): Occurrence => ({
  id: occurrenceId(planned),
  title: planned.plan.title,
  game: planned.plan.game,
  starts_at: new Date(planned.startMs).toISOString(),
  ends_at: new Date(planned.endMs).toISOString(),
});
