import { Temporal } from 'temporal-polyfill';
import { daysOf, type Timing } from './timing.ts';

/** One taking place of a planned broadcast: on which day where it is planned, from when to when, in ms. */
export interface Taking {
  readonly day: string;
  readonly startMs: number;
  readonly endMs: number;
}

const MINUTE_MS = 60_000;

/**
 * When it begins on a day. Where the clock leaves the time out it is read by the offset of before, and where the clock
 * shows it twice it is the first of them (RFC 5545 §3.3.5), which Temporal calls `compatible`.
 */
export const startOn = ({ start_time, time_zone }: Timing, day: Temporal.PlainDate): number =>
  day.toZonedDateTime({ timeZone: time_zone, plainTime: start_time }).epochMilliseconds;

/** How it takes place on a day. */
export function takingOn(timing: Timing, day: string): Taking {
  const startMs = startOn(timing, Temporal.PlainDate.from(day));
  return { day, startMs, endMs: startMs + timing.duration_min * MINUTE_MS };
}

/**
 * When it takes place, in order: what ends after `afterMs`, cancelled days left out. Takes a normalised timing. Endless
 * where that is.
 */
export function* takings(
  timing: Timing & { readonly cancelled: readonly string[] },
  afterMs: number,
): Generator<Taking> {
  for (const day of daysOf(timing, dayBefore(timing, afterMs))) {
    const name = day.toString();
    if (timing.cancelled.includes(name)) continue;
    const taking = takingOn(timing, name);
    if (taking.endMs > afterMs) yield taking;
  }
}

/** What began before this day is over by then; a day more is for a clock that was put back. */
function dayBefore({ time_zone, duration_min }: Timing, timeMs: number): Temporal.PlainDate {
  const began = Temporal.Instant.fromEpochMilliseconds(timeMs - duration_min * MINUTE_MS);
  return began.toZonedDateTimeISO(time_zone).toPlainDate().subtract({ days: 1 });
}

/** The first of some; `null` without any. */
export function firstOf<T>(some: Iterable<T>): T | null {
  for (const one of some) return one;
  return null;
}

/** As many of them as there are, up to a number. */
export function atMost<T>(some: Iterable<T>, number: number): T[] {
  const first: T[] = [];
  if (number <= 0) return first;
  for (const one of some) if (first.push(one) === number) break;
  return first;
}
