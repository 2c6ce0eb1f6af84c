import { describe, expect, it } from 'vitest';
import { formatAge, formatDate, formatDay, formatPlainDay, formatTime } from '#web/lib/i18n/dates.ts';

describe('an age', () => {
  const nowMs = Date.parse('2026-11-20T12:00:00Z');
  it.each([
    ['2026-11-20T12:00:30Z', 'just now'],
    ['2026-11-20T11:59:01Z', 'just now'],
    ['2026-11-20T11:59:00Z', '1 minute ago'],
    ['2026-11-20T09:59:00Z', '2 hours ago'],
    ['2026-11-19T12:00:00Z', '1 day ago'],
    ['2026-11-01T12:00:00Z', '2 weeks ago'],
    ['2026-08-01T12:00:00Z', '3 months ago'],
    ['2024-11-01T12:00:00Z', '2 years ago'],
  ])('of %s is shown as "%s"', (timestamp, words) => {
    expect(formatAge(timestamp, nowMs)).toBe(words);
  });
});

describe('a date', () => {
  const AT = '2026-11-30T23:30:00Z';

  it('is in the time zone of the device', () => {
    expect(formatDay(AT, { timeZone: 'UTC' })).toBe('November 30, 2026');
    expect(formatDay(AT, { timeZone: 'Asia/Tokyo' })).toBe('December 1, 2026');
  });

  it('without a time is the same in every time zone', () => {
    expect(formatPlainDay('2026-11-30')).toBe('Nov 30, 2026');
  });

  it('has the 12 or 24 hours of the device', () => {
    expect(formatTime(AT, { timeZone: 'UTC', hourCycle: 'h23' })).toBe('23:30');
    expect(formatTime(AT, { timeZone: 'UTC', hourCycle: 'h12' })).toBe('11:30 PM');
    const midnight = { timeZone: 'Europe/Berlin', hourCycle: 'h23' } as const;
    expect(formatDate('2026-11-30T23:00:00Z', { dateStyle: 'medium', timeStyle: 'short' }, midnight)).toBe(
      'Dec 1, 2026, 00:00',
    );
  });
});
