import type { Language } from '../../../messages/languages.ts';
import type { notifications } from '../../../messages/server/notifications.ts';
import type { translator } from '../../../messages/translator.ts';
import type { PlanTiming } from '../../../shared/people/news.ts';
import { DAY_MS } from '../../../shared/plain/time.ts';

export type Translate = ReturnType<typeof translator<typeof notifications>>;

const A_MONDAY_MS = Date.UTC(2026, 10, 30);
const WEEK: readonly PlanTiming['weekdays'][number][] = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

/**
 * When a planned broadcast takes place, in its own time zone, because the reader's is unknown: “Every Monday and Friday
 * at 8:00 PM (Europe/Berlin), until January 30, 2027”.
 */
export function timingText(t: Translate, language: Language, timing: PlanTiming): string {
  const { start_date, start_time, time_zone, repeat, weekdays, end_date } = timing;
  const startMs = Date.parse(`${start_date}T${start_time}Z`);
  const zone = time_zone.replaceAll('_', ' ');
  const format = (timeMs: number, options: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' }).format(timeMs);
  if (repeat === 'none') {
    const date = format(startMs, { dateStyle: 'long', timeStyle: 'short' });
    return t('schedules.timingOnce', { date, zone });
  }
  const days = WEEK.flatMap((day, index) =>
    weekdays.includes(day) ? [format(A_MONDAY_MS + index * DAY_MS, { weekday: 'long' })] : [],
  );
  return t('schedules.timingRepeated', {
    repeat,
    days: new Intl.ListFormat(language).format(days),
    time: format(startMs, { timeStyle: 'short' }),
    zone,
    ends: end_date === null ? 'other' : 'on',
    end: end_date === null ? '' : format(Date.parse(end_date), { dateStyle: 'long' }),
  });
}
