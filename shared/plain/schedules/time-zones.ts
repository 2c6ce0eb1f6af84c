const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;

/** Whether the calendar has this day (`2026-11-29`), in a year within reach of planning. */
export function isDay(text: string): boolean {
  const [, year, month, day] = DAY.exec(text) ?? [];
  if (Number(year) < 2000 || Number(year) > 2200) return false;
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  return date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
}

/** IANA names only, because offsets have no daylight saving time. */
const ZONE = /^[A-Za-z][\w+-]*(\/[\w+-]+){0,2}$/;

/** Whether the machine knows a zone of that name. */
export function isTimeZone(name: string): boolean {
  if (name.length > 64 || !ZONE.test(name)) return false;
  try {
    // oxlint-disable-next-line no-new
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
