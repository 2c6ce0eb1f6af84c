/** Notices of changed plans, for people with reminders of them. Pure. */
import type { PlanTiming } from '#shared/people/news.ts';
import { type Notice, planChanged, type PlanTimes } from '#functions/news/index.ts';
import { occurrenceOn, timingOf } from './occurrences.ts';
import { happensOn, type PlanRecord } from './schedule.ts';

type Plans = readonly PlanRecord[];

/** The notice of the one plan that was changed; `null` for a new plan, and when its times are the same as before. */
export function noticeOfChange(channelId: string, before: Plans, after: Plans, nowMs: number): Notice | null {
  const plan = after.find((plan) => !before.includes(plan));
  const known = before.find(({ id }) => id === plan?.id);
  if (!plan || !known) return null;
  const [from, to] = [timesOf(known), timesOf(plan)];
  if (isSame(from, to)) return null;
  const [day, other] = daysChanged(from, to);
  const isOneDay =
    day !== undefined && other === undefined && isSame({ ...from, cancelled: [] }, { ...to, cancelled: [] });
  const kind =
    plan.is_cancelled || (isOneDay && to.cancelled.includes(day))
      ? 'cancelled'
      : isOneDay
        ? 'restored'
        : 'moved';
  const timing = plan.is_cancelled ? undefined : isOneDay ? onDay(plan, day) : toTiming(plan);
  const change = { kind, plan_id: plan.id, before: from, after: to, ...(timing && { timing }) } as const;
  return planChanged({ channelId, change, title: plan.title }, plan.sequence, nowMs);
}

function toTiming(plan: PlanRecord): PlanTiming {
  const { duration_min: _, ...timing } = timingOf(plan);
  return timing;
}

const onDay = (plan: PlanRecord, day: string): PlanTiming => ({
  ...toTiming(plan),
  repeat: 'none',
  start_date: day,
  weekdays: [],
  end_date: null,
});

/** Whether a change affects reminders of a day: its broadcast is added, cancelled or moved, and not over. */
export function affectsDay({ change, at }: Pick<Notice, 'change' | 'at'>, day: string): boolean {
  if (!change) return false;
  const [from, to] = [startIn(change.before, day), startIn(change.after, day)];
  return from !== to && Math.max(from ?? 0, to ?? 0) > Date.parse(at);
}

function startIn(times: PlanTimes, day: string): number | null {
  if (times.is_cancelled || times.cancelled.includes(day) || !happensOn(times, day)) return null;
  return occurrenceOn(times, day).startMs;
}

const timesOf = (plan: PlanRecord): PlanTimes => ({
  ...timingOf(plan),
  cancelled: plan.cancelled,
  is_cancelled: plan.is_cancelled,
});

/** Ignores the duration, which does not matter for reminders. */
const isSame = (a: PlanTimes, b: PlanTimes): boolean =>
  JSON.stringify({ ...a, duration_min: 0 }) === JSON.stringify({ ...b, duration_min: 0 });

const daysChanged = (from: PlanTimes, to: PlanTimes): readonly string[] =>
  [...new Set([...from.cancelled, ...to.cancelled])].filter(
    (day) => from.cancelled.includes(day) !== to.cancelled.includes(day),
  );
