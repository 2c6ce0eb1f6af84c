/** Times as a calendar writes them (RFC 5545 §3.3.5). */
import type { Temporal } from 'temporal-polyfill';

/** In UTC: `20261129T190000Z`. */
export const utc = (timeMs: number): string =>
  `${new Date(timeMs).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;

/** On the clock of a zone: `20261129T200000`. */
export const onClock = (day: string, time: string): string =>
  `${day.replaceAll('-', '')}T${time.replaceAll(':', '').padEnd(6, '0')}`;

/** An offset from UTC: `+0530`, with seconds where it has some. */
export function offset(seconds: number): string {
  const [h, m, s] = [seconds / 3600, (seconds / 60) % 60, seconds % 60].map((part) =>
    Math.trunc(Math.abs(part)),
  );
  return (
    (seconds < 0 ? '-' : '+') +
    [h, m, ...(s ? [s] : [])].map((part) => String(part).padStart(2, '0')).join('')
  );
}

/** The same of a day with its time. */
export const localOf = (time: Temporal.PlainDateTime): string =>
  onClock(time.toPlainDate().toString(), time.toPlainTime().toString({ smallestUnit: 'second' }));
