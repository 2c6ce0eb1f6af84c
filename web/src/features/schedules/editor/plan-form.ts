import type { Plan, PlanBody, Repeat, Weekday } from '#shared/channels/schedules.ts';
import { compareNames } from '#web/lib/i18n/numbers.ts';
import { t } from '#web/lib/i18n/messages.ts';

/** A plan as typed. Dates have the format of `<input type="date">`; for the time zone see `zoneOf`. */
export interface PlanFields extends Readonly<Omit<PlanBody, 'weekdays' | 'end_date'>> {
  readonly weekdays: readonly Weekday[];
  readonly end_date: string;
}

export type Problems = Partial<Record<keyof PlanFields, string>>;

/** Defaults to tomorrow evening. */
export const newPlan = (nowMs: number): PlanFields => ({
  title: '',
  game: '',
  start_date: dayHere(tomorrow(nowMs)),
  start_time: '20:00',
  time_zone: zoneText(Intl.DateTimeFormat().resolvedOptions().timeZone),
  duration_min: 120,
  repeat: 'none',
  weekdays: [],
  end_date: '',
});

export const fieldsOf = ({ id: _id, days: _days, ...plan }: Plan): PlanFields => ({
  ...plan,
  time_zone: zoneText(plan.time_zone),
  end_date: plan.end_date ?? '',
});

export const bodyOf = ({ end_date, weekdays, ...fields }: PlanFields): PlanBody => ({
  ...fields,
  title: fields.title.trim(),
  game: fields.game.trim(),
  time_zone: zoneOf(fields.time_zone) ?? fields.time_zone,
  weekdays: repeatsWeekly(fields.repeat) ? [...weekdays] : [],
  end_date: fields.repeat === 'none' || end_date === '' ? null : end_date,
});

export const repeatsWeekly = (repeat: Repeat): boolean => repeat === 'weekly' || repeat === 'biweekly';

/** Form errors by field. The server checks the rest. */
export function problemsOf(fields: PlanFields): Problems {
  const { title, game, start_date, start_time, time_zone, repeat, weekdays, end_date } = fields;
  return {
    ...(title.trim() === '' && { title: t('common.titleRequired') }),
    ...(game.trim() === '' && { game: t('common.categoryRequired') }),
    ...(start_date === '' && { start_date: t('schedules.dateRequired') }),
    ...(start_time === '' && { start_time: t('schedules.startTimeRequired') }),
    ...(zoneOf(time_zone) === null && { time_zone: t('schedules.timeZoneWrong') }),
    ...(repeatsWeekly(repeat) && weekdays.length === 0 && { weekdays: t('schedules.weekdaysRequired') }),
    ...(repeat !== 'none' &&
      end_date !== '' &&
      end_date < start_date && { end_date: t('schedules.endDateTooEarly') }),
  };
}

/** Changes the repetition. Weekly starts with the first date's weekday. */
export function withRepeat(fields: PlanFields, repeat: Repeat): PlanFields {
  if (!repeatsWeekly(repeat) || fields.weekdays.length > 0) return { ...fields, repeat };
  return { ...fields, repeat, weekdays: [weekdayOf(fields.start_date)] };
}

const WEEK = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;

const weekdayOf = (day: string): Weekday => WEEK[new Date(day).getUTCDay()] ?? 'mon';

/** The local date in the format of a date field. */
/** By calendar day, because a day may be an hour longer or shorter. */
const tomorrow = (nowMs: number): number => {
  const day = new Date(nowMs);
  return day.setDate(day.getDate() + 1);
};

const dayHere = (timeMs: number): string => new Intl.DateTimeFormat('en-CA').format(timeMs);

/** Browsers list some zones by replaced names. */
const CURRENT_NAMES: Readonly<Record<string, string>> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Catamarca': 'America/Argentina/Catamarca',
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Cordoba': 'America/Argentina/Cordoba',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Jujuy': 'America/Argentina/Jujuy',
  'America/Louisville': 'America/Kentucky/Louisville',
  'America/Mendoza': 'America/Argentina/Mendoza',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
};

const currentName = (zone: string): string => CURRENT_NAMES[zone] ?? zone;

/** The browser's zones, with spaces. */
export const zoneNames = (): string[] =>
  [...new Set([...Intl.supportedValuesOf('timeZone').map(currentName), 'UTC'])]
    .map(zoneText)
    .toSorted(compareNames);

/** For display: "America/New York". */
export const zoneText = (zone: string): string => currentName(zone).replaceAll('_', ' ');

/** Parses a typed zone, case-insensitive, with spaces; `null` if unknown. */
export function zoneOf(text: string): string | null {
  const typed = text.trim().replaceAll(/\s+/g, '_').toLowerCase();
  const listed = zoneNames().find((name) => name.replaceAll(' ', '_').toLowerCase() === typed);
  if (listed !== undefined) return listed.replaceAll(' ', '_');
  try {
    return typed.includes('/')
      ? currentName(new Intl.DateTimeFormat('en', { timeZone: typed }).resolvedOptions().timeZone)
      : null;
  } catch {
    return null;
  }
}
