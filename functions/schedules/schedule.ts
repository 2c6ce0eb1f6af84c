/** A channel's schedule, and what can be done with it. Pure. */
import { Temporal } from 'temporal-polyfill';
import {
  MAX_CANCELLED_DAYS,
  MAX_PLAN_DAYS_AHEAD,
  MAX_PLANS,
  REMINDER_LEAD_MS,
} from '../../shared/plain/schedule-limits.ts';
import type { PlanBody } from '../../shared/channels/schedules.ts';
import { DomainError, notFound } from '../base/errors.ts';
import { DAY_MS } from '../base/day.ts';
import { atMost, firstOf, takingOn, takings, type Taking } from './recurrence/occurrences.ts';
import { daysOf, normalised, type Timing } from './recurrence/timing.ts';

/** What stands in a schedule. */
export interface PlanRecord extends Timing {
  readonly id: string;
  readonly title: string;
  readonly game: string;
  /** Days on which it does not take place. */
  readonly cancelled: readonly string[];
  /** Counts its changes from 0 (RFC 5545 §3.8.7.4). */
  readonly sequence: number;
  readonly changed_at: string;
  /** It stays for a while after it was cancelled, so that calendars hear of that. */
  readonly is_cancelled: boolean;
}

/** One taking place of a plan of the schedule. */
export interface PlannedTaking extends Taking {
  readonly plan: PlanRecord;
}

/** What is over or cancelled stays so long … */
const PAST_KEPT_MS = 30 * DAY_MS;
/** … and no more of it than this. */
const PAST_KEPT = 20;

const BEYOND = `may be ${MAX_PLAN_DAYS_AHEAD / 366} years ahead at most`;

export const occurrenceId = ({ plan, day }: PlannedTaking): string => `${plan.id}_${day}`;

/** What such an id names; `null` where it is not planned, or was cancelled. */
export function takingOf(plans: readonly PlanRecord[], id: string): PlannedTaking | null {
  const [planId, day = ''] = id.split('_');
  const plan = plans.find((plan) => plan.id === planId && !plan.is_cancelled);
  if (!plan || plan.cancelled.includes(day) || !takesPlaceOn(plan, day)) return null;
  return { plan, ...takingOn(plan, day) };
}

/** When a plan takes place next, or does now; `null` where it never will again. */
export const nextTaking = (plan: PlanRecord, nowMs: number): Taking | null =>
  plan.is_cancelled ? null : firstOf(takings(plan, nowMs));

/** The days on which a plan takes place next, or would if it were not cancelled; so many at most. */
export const nextDays = (plan: PlanRecord, nowMs: number, limit: number): Taking[] =>
  atMost(takings({ ...plan, cancelled: [] }, nowMs), limit);

export const isPlanned = (plan: PlanRecord, nowMs: number): boolean => nextTaking(plan, nowMs) !== null;

/** What takes place next, or does now, of all plans, by when it begins; so many at most. */
export const upcoming = (plans: readonly PlanRecord[], nowMs: number, limit: number): PlannedTaking[] =>
  plans
    .filter(({ is_cancelled }) => !is_cancelled)
    .flatMap((plan) => atMost(takings(plan, nowMs), limit).map((taking) => ({ plan, ...taking })))
    .toSorted((a, b) => a.startMs - b.startMs || (a.plan.id < b.plan.id ? -1 : 1))
    .slice(0, limit);

/** What people are to be told of by now: what begins within the lead, or is under way. */
export const dueNow = (plans: readonly PlanRecord[], nowMs: number): PlannedTaking[] =>
  plans
    .filter(({ is_cancelled }) => !is_cancelled)
    .flatMap((plan) => [...whileDue(takings(plan, nowMs), nowMs)].map((taking) => ({ plan, ...taking })));

function* whileDue(all: Iterable<Taking>, nowMs: number): Generator<Taking> {
  for (const taking of all) {
    if (taking.startMs - REMINDER_LEAD_MS > nowMs) return;
    yield taking;
  }
}

/** When people are to be told of something next, after a time; `null` where they never are. */
export function nextDueMs(plans: readonly PlanRecord[], afterMs: number): number | null {
  const dues = plans
    .filter(({ is_cancelled }) => !is_cancelled)
    .flatMap((plan) => firstOf(dueAfter(plan, afterMs)) ?? []);
  return dues.length === 0 ? null : Math.min(...dues);
}

function* dueAfter(plan: PlanRecord, afterMs: number): Generator<number> {
  for (const { startMs } of takings(plan, afterMs))
    if (startMs - REMINDER_LEAD_MS > afterMs) yield startMs - REMINDER_LEAD_MS;
}

/**
 * The schedule with a plan as it was written. The same again changes nothing. Throws `invalid_request` for what would be
 * over, or is too far ahead; `conflict` for one too many, and for one that was cancelled.
 */
export function withPlan(
  plans: readonly PlanRecord[],
  id: string,
  { title, game, ...timing }: PlanBody,
  nowMs: number,
): readonly PlanRecord[] {
  const known = plans.find((plan) => plan.id === id);
  if (known?.is_cancelled)
    throw new DomainError('conflict', 'This broadcast was cancelled. Plan a new one in its place.');
  const content = { title, game, ...normalised(timing) };
  const cancelled = (known?.cancelled ?? []).filter((day) => takesPlaceOn(content, day));
  if (known && isSame(known, { ...content, cancelled })) return plans;
  const changed_at = new Date(nowMs).toISOString();
  const sequence = known ? known.sequence + 1 : 0;
  const plan = { id, ...content, cancelled, sequence, changed_at, is_cancelled: false };
  checkTiming(plan, nowMs);
  const others = plans.filter((other) => other.id !== id);
  if (others.filter((other) => isPlanned(other, nowMs)).length >= MAX_PLANS)
    throw new DomainError(
      'conflict',
      `You have planned ${MAX_PLANS} broadcasts, which is as many as one can. Cancel one to plan another.`,
    );
  return [...others, plan];
}

function checkTiming(plan: PlanRecord, nowMs: number): void {
  const next = nextTaking(plan, nowMs);
  if (!next)
    throw new DomainError('invalid_request', 'This would be over already. Choose a later day or time.');
  if (next.startMs > nowMs + MAX_PLAN_DAYS_AHEAD * DAY_MS)
    throw new DomainError('invalid_request', `Start date ${BEYOND}.`);
}

const isSame = (known: PlanRecord, content: object): boolean =>
  Object.entries(content).every(
    ([name, value]) => JSON.stringify(known[name as keyof PlanRecord]) === JSON.stringify(value),
  );

/** The schedule without a plan: it stays for a while, as cancelled. */
export const withoutPlan = (plans: readonly PlanRecord[], id: string, nowMs: number): readonly PlanRecord[] =>
  plans.some((plan) => plan.id === id && !plan.is_cancelled)
    ? replaced(plans, id, nowMs, { is_cancelled: true })
    : plans;

/**
 * The schedule in which a plan takes place on a day, or does not. The same again changes nothing. Throws `not_found` for a
 * day on which nothing of it is planned, `conflict` where too many are cancelled.
 */
export function withDay(
  plans: readonly PlanRecord[],
  id: string,
  day: string,
  takesPlace: boolean,
  nowMs: number,
): readonly PlanRecord[] {
  const plan = findPlan(plans, id);
  if (!takesPlaceOn(plan, day)) throw notFound('Broadcast');
  if (plan.cancelled.includes(day) !== takesPlace) return plans;
  const others = plan.cancelled.filter((other) => other !== day && isRecent(other, nowMs));
  if (takesPlace) return replaced(plans, id, nowMs, { cancelled: others });
  if (others.length >= MAX_CANCELLED_DAYS)
    throw new DomainError(
      'conflict',
      `${MAX_CANCELLED_DAYS} days of this broadcast are cancelled, which is as many as can be. Change when it repeats.`,
    );
  return replaced(plans, id, nowMs, { cancelled: [...others, day].toSorted() });
}

/** Throws `not_found`, also for one that was cancelled. */
export function findPlan(plans: readonly PlanRecord[], id: string): PlanRecord {
  const plan = plans.find((plan) => plan.id === id && !plan.is_cancelled);
  if (!plan) throw notFound('Broadcast');
  return plan;
}

/** Whether a day is one of the plan's, cancelled or not. */
export function takesPlaceOn(timing: Timing, day: string): boolean {
  return firstOf(daysOf(timing, Temporal.PlainDate.from(day)))?.toString() === day;
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

/** What is kept of a schedule: all that is planned, and the latest of what is over or cancelled. */
export function kept(plans: readonly PlanRecord[], nowMs: number): readonly PlanRecord[] {
  const past = plans
    .filter((plan) => !isPlanned(plan, nowMs) && pastSinceMs(plan) > nowMs - PAST_KEPT_MS)
    .toSorted((a, b) => pastSinceMs(b) - pastSinceMs(a))
    .slice(0, PAST_KEPT);
  return plans.filter((plan) => past.includes(plan) || isPlanned(plan, nowMs));
}

const pastSinceMs = ({ is_cancelled, changed_at, end_date, start_date }: PlanRecord): number =>
  Math.max(Date.parse(changed_at), is_cancelled ? 0 : Date.parse(end_date ?? start_date));
