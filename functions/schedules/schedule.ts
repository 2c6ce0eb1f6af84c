/** The rules of a channel's schedule. Pure. */
import { Temporal } from 'temporal-polyfill';
import {
  MAX_CANCELLED_DAYS,
  MAX_PLAN_DAYS_AHEAD,
  MAX_PLANS,
  REMINDER_LEAD_MS,
} from '#shared/plain/schedules/schedule-limits.ts';
import type { PlanBody } from '#shared/channels/schedules.ts';
import { DomainError, notFound, requireFound } from '#functions/base/errors.ts';
import { DAY_MS } from '#shared/plain/time.ts';
import {
  daysOf,
  normalised,
  type Occurrence,
  occurrenceOn,
  occurrences,
  type Timing,
} from './occurrences.ts';

export interface PlanRecord extends Timing {
  readonly id: string;
  readonly title: string;
  readonly game: string;
  /** Cancelled days. */
  readonly cancelled: readonly string[];
  /** Counts its changes from 0 (RFC 5545 §3.8.7.4). */
  readonly sequence: number;
  readonly changed_at: string;
  /** A cancelled plan stays for a while, so that subscribed calendars can show it as cancelled. */
  readonly is_cancelled: boolean;
}

export interface PlannedOccurrence extends Occurrence {
  readonly plan: PlanRecord;
}

/** How long plans that are over or cancelled are kept … */
const PAST_KEPT_MS = 30 * DAY_MS;
/** … and how many. */
const PAST_KEPT = 20;

export const occurrenceId = ({ plan, day }: PlannedOccurrence): string => `${plan.id}_${day}`;

/** The occurrence that an id names; `null` where it is not planned, or was cancelled. */
export function occurrenceOf(plans: readonly PlanRecord[], id: string): PlannedOccurrence | null {
  const [planId, day = ''] = id.split('_');
  const plan = plans.find((plan) => plan.id === planId && !plan.is_cancelled);
  if (!plan || plan.cancelled.includes(day) || !happensOn(plan, day)) return null;
  return { plan, ...occurrenceOn(plan, day) };
}

export function nextOccurrence(plan: PlanRecord, nowMs: number): Occurrence | null {
  if (plan.is_cancelled) return null;
  const [next = null] = occurrences(plan, nowMs);
  return next;
}

/** The next occurrences of a plan, those on cancelled days included; at most `limit`. */
export const nextDays = (plan: PlanRecord, nowMs: number, limit: number): Occurrence[] =>
  occurrences({ ...plan, cancelled: [] }, nowMs)
    .take(limit)
    .toArray();

export const isPlanned = (plan: PlanRecord, nowMs: number): boolean => nextOccurrence(plan, nowMs) !== null;

/** The current and next occurrences of all plans, in order of their starts; at most `limit`. */
export const upcoming = (plans: readonly PlanRecord[], nowMs: number, limit: number): PlannedOccurrence[] =>
  plans
    .filter(({ is_cancelled }) => !is_cancelled)
    .flatMap((plan) =>
      occurrences(plan, nowMs)
        .take(limit)
        .map((occurrence) => ({ plan, ...occurrence }))
        .toArray(),
    )
    .toSorted((a, b) => a.startMs - b.startMs || (a.plan.id < b.plan.id ? -1 : 1))
    .slice(0, limit);

/** The occurrences that people are to be reminded of by now: those that start within the lead, or are live. */
export const dueNow = (plans: readonly PlanRecord[], nowMs: number): PlannedOccurrence[] =>
  plans
    .filter(({ is_cancelled }) => !is_cancelled)
    .flatMap((plan) =>
      [...whileDue(occurrences(plan, nowMs), nowMs)].map((occurrence) => ({ plan, ...occurrence })),
    );

function* whileDue(all: Iterable<Occurrence>, nowMs: number): Generator<Occurrence> {
  for (const occurrence of all) {
    if (occurrence.startMs - REMINDER_LEAD_MS > nowMs) return;
    yield occurrence;
  }
}

/** When the next reminder after a time is due; `null` when there is none. */
export function nextDueMs(plans: readonly PlanRecord[], afterMs: number): number | null {
  const dues = plans
    .filter(({ is_cancelled }) => !is_cancelled)
    .flatMap((plan) => dueTimesAfter(plan, afterMs).take(1).toArray());
  return dues.length === 0 ? null : Math.min(...dues);
}

function* dueTimesAfter(plan: PlanRecord, afterMs: number): Generator<number> {
  for (const { startMs } of occurrences(plan, afterMs))
    if (startMs - REMINDER_LEAD_MS > afterMs) yield startMs - REMINDER_LEAD_MS;
}

/**
 * The schedule with a new or changed plan; the same array when nothing changes. Throws `invalid_request` for a plan
 * that has ended or is too far ahead, `conflict` for too many plans and for a cancelled one.
 */
export function withPlan(
  plans: readonly PlanRecord[],
  id: string,
  { title, game, ...timing }: PlanBody,
  nowMs: number,
): readonly PlanRecord[] {
  const known = plans.find((plan) => plan.id === id);
  if (known?.is_cancelled) throw new DomainError('conflict', 'broadcast_cancelled');
  const content = { title, game, ...normalised(timing) };
  const cancelled = (known?.cancelled ?? []).filter((day) => happensOn(content, day));
  if (known && isSame(known, { ...content, cancelled })) return plans;
  const changed_at = new Date(nowMs).toISOString();
  const sequence = known ? known.sequence + 1 : 0;
  const plan = { id, ...content, cancelled, sequence, changed_at, is_cancelled: false };
  checkTiming(plan, nowMs);
  const others = plans.filter((other) => other.id !== id);
  if (others.filter((other) => isPlanned(other, nowMs)).length >= MAX_PLANS)
    throw new DomainError('conflict', 'too_many_plans', { max: MAX_PLANS });
  return [...others, plan];
}

function checkTiming(plan: PlanRecord, nowMs: number): void {
  const next = nextOccurrence(plan, nowMs);
  if (!next) throw new DomainError('invalid_request', 'plan_is_past', { field: 'start_date' });
  if (next.startMs > nowMs + MAX_PLAN_DAYS_AHEAD * DAY_MS)
    throw new DomainError('invalid_request', 'plan_too_far', {
      field: 'start_date',
      years: MAX_PLAN_DAYS_AHEAD / 366,
    });
}

const isSame = (known: PlanRecord, content: object): boolean =>
  Object.entries(content).every(
    ([name, value]) => JSON.stringify(known[name as keyof PlanRecord]) === JSON.stringify(value),
  );

export const withoutPlan = (plans: readonly PlanRecord[], id: string, nowMs: number): readonly PlanRecord[] =>
  plans.some((plan) => plan.id === id && !plan.is_cancelled)
    ? replaced(plans, id, nowMs, { is_cancelled: true })
    : plans;

/**
 * The schedule with one day of a plan cancelled or restored; the same array when nothing changes. Throws `not_found` for
 * a day that is not planned, `conflict` when too many are cancelled.
 */
export function withDay(
  plans: readonly PlanRecord[],
  id: string,
  day: string,
  takesPlace: boolean,
  nowMs: number,
): readonly PlanRecord[] {
  const plan = findPlan(plans, id);
  if (!happensOn(plan, day)) throw notFound('broadcast');
  if (plan.cancelled.includes(day) !== takesPlace) return plans;
  const others = plan.cancelled.filter((other) => other !== day && isRecent(other, nowMs));
  if (takesPlace) return replaced(plans, id, nowMs, { cancelled: others });
  if (others.length >= MAX_CANCELLED_DAYS)
    throw new DomainError('conflict', 'too_many_cancelled_days', { max: MAX_CANCELLED_DAYS });
  return replaced(plans, id, nowMs, { cancelled: [...others, day].toSorted() });
}

/** Throws `not_found`, also for a cancelled plan. */
export function findPlan(plans: readonly PlanRecord[], id: string): PlanRecord {
  const planned = plans.find((plan) => plan.id === id && !plan.is_cancelled);
  return requireFound(planned, 'broadcast');
}

/** Whether a plan has this day, cancelled or not. */
export function happensOn(timing: Timing, day: string): boolean {
  const [next] = daysOf(timing, Temporal.PlainDate.from(day));
  return next?.toString() === day;
}

const isRecent = (day: string, nowMs: number): boolean => Date.parse(day) > nowMs - PAST_KEPT_MS;

function replaced(
  plans: readonly PlanRecord[],
  id: string,
  nowMs: number,
  change: Partial<PlanRecord>,
): readonly PlanRecord[] {
  const changed_at = new Date(nowMs).toISOString();
  return plans.map((plan) =>
    plan.id === id ? { ...plan, ...change, sequence: plan.sequence + 1, changed_at } : plan,
  );
}

/** The plans to keep: all that have occurrences left, and the latest of those that are over or cancelled. */
export function plansToKeep(plans: readonly PlanRecord[], nowMs: number): readonly PlanRecord[] {
  const past = plans
    .filter((plan) => !isPlanned(plan, nowMs) && pastSinceMs(plan) > nowMs - PAST_KEPT_MS)
    .toSorted((a, b) => pastSinceMs(b) - pastSinceMs(a))
    .slice(0, PAST_KEPT);
  return plans.filter((plan) => past.includes(plan) || isPlanned(plan, nowMs));
}

const pastSinceMs = ({ is_cancelled, changed_at, end_date, start_date }: PlanRecord): number =>
  Math.max(Date.parse(changed_at), is_cancelled ? 0 : Date.parse(end_date ?? start_date));
