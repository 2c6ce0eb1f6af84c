import { Temporal } from 'temporal-polyfill';
import type { Channel } from '#shared/channels/channels.ts';
import { startOn } from '../occurrences.ts';
import type { PlanRecord } from '../schedule.ts';
import { localTime, text, utc, joinLines, type ContentLine } from './content-lines.ts';
import { timeZoneLines } from './time-zone.ts';

const REFRESH = 'PT1H';

/**
 * A schedule as a calendar (RFC 5545, RFC 7986) to subscribe to. Each plan is one event in local time with its recurrence
 * rule, so that it keeps its hour through clock changes.
 */
export function calendarOf(
  channel: Pick<Channel, 'id' | 'username' | 'display_name'>,
  plans: readonly PlanRecord[],
  nowMs: number,
): string {
  const name = text(`${channel.display_name} · Fanfare`);
  return joinLines([
    ['BEGIN', 'VCALENDAR'],
    ['VERSION', '2.0'],
    ['PRODID', '-//Fanfare//Schedule//EN'],
    ['CALSCALE', 'GREGORIAN'],
    ['NAME', name],
    // For calendars that do not support RFC 7986.
    ['X-WR-CALNAME', name],
    ['REFRESH-INTERVAL;VALUE=DURATION', REFRESH],
    ['X-PUBLISHED-TTL', REFRESH],
    ...zonesOf(plans, nowMs),
    ...plans.flatMap((plan) => eventOf(channel, plan)),
    ['END', 'VCALENDAR'],
  ]);
}

function zonesOf(plans: readonly PlanRecord[], nowMs: number): ContentLine[] {
  const byZone = Map.groupBy(plans, ({ time_zone }) => time_zone);
  return [...byZone].flatMap(([name, ofZone]) =>
    timeZoneLines(name, Math.min(...ofZone.map(firstStartMs)), nowMs),
  );
}

const firstStartMs = (plan: PlanRecord): number => startOn(plan, Temporal.PlainDate.from(plan.start_date));

/**
 * `DTSTAMP` is the time of the last change, as for any published event (§3.8.7.2). `UID` contains the channel's id,
 * because clients choose the ids of plans.
 */
function eventOf(channel: Pick<Channel, 'id' | 'username'>, plan: PlanRecord): ContentLine[] {
  const changed = utc(Date.parse(plan.changed_at));
  const onZone = (name: string): string => `${name};TZID=${plan.time_zone}`;
  const at = (day: string): string => localTime(Temporal.PlainDateTime.from(`${day}T${plan.start_time}`));
  return [
    ['BEGIN', 'VEVENT'],
    ['UID', `${channel.id}.${plan.id}@fanfare`],
    ['DTSTAMP', changed],
    ['LAST-MODIFIED', changed],
    ['SEQUENCE', String(plan.sequence)],
    ['STATUS', isOff(plan) ? 'CANCELLED' : 'CONFIRMED'],
    [onZone('DTSTART'), at(plan.start_date)],
    // Elapsed time, across clock changes too (§3.3.6).
    ['DURATION', `PT${plan.duration_min}M`],
    ...ruleOf(plan),
    ...plan.cancelled.map((day): ContentLine => [onZone('EXDATE'), at(day)]),
    ['SUMMARY', text(plan.title)],
    ['CATEGORIES', text(plan.game)],
    ['LOCATION', text(`Fanfare: ${channel.username}`)],
    // Does not mark the viewer as busy.
    ['TRANSP', 'TRANSPARENT'],
    ['END', 'VEVENT'],
  ];
}

/** A plan that does not repeat is cancelled with its only day. */
const isOff = ({ is_cancelled, repeat, cancelled }: PlanRecord): boolean =>
  is_cancelled || (repeat === 'none' && cancelled.length > 0);

const FREQUENCY = { daily: 'FREQ=DAILY', weekly: 'FREQ=WEEKLY', biweekly: 'FREQ=WEEKLY;INTERVAL=2' } as const;

/** §3.3.10. UNTIL must be in UTC when DTSTART has a time zone: the last second of the last day. */
function ruleOf({ repeat, weekdays, end_date, time_zone }: PlanRecord): ContentLine[] {
  if (repeat === 'none') return [];
  const parts = [
    FREQUENCY[repeat],
    ...(weekdays.length > 0
      ? [`BYDAY=${weekdays.map((day) => day.slice(0, 2).toUpperCase()).join(',')}`]
      : []),
    ...(repeat === 'biweekly' ? ['WKST=MO'] : []),
    ...(end_date === null ? [] : [`UNTIL=${utc(endOfDayMs(end_date, time_zone))}`]),
  ];
  return [['RRULE', parts.join(';')]];
}

function endOfDayMs(day: string, timeZone: string): number {
  const after = Temporal.PlainDate.from(day).add({ days: 1 }).toZonedDateTime(timeZone);
  return after.epochMilliseconds - 1000;
}
