import { describe, expect, it } from 'vitest';
import { exactly, shortDateTime, whenWords } from '#web/features/schedules/when-words.ts';

const BERLIN = { timeZone: 'Europe/Berlin', hourCycle: 'h23' } as const;
const TOKYO = { timeZone: 'Asia/Tokyo', hourCycle: 'h23' } as const;
/** Sunday evening in Berlin, Monday morning in Tokyo. */
const NOW_MS = Date.parse('2026-11-29T21:00:00Z');

const at = (starts_at: string) => ({
  starts_at,
  ends_at: new Date(Date.parse(starts_at) + 90 * 60_000).toISOString(),
});
const words = (starts_at: string, reader: Parameters<typeof whenWords>[2] = BERLIN) =>
  whenWords(at(starts_at), NOW_MS, reader);

describe('a broadcast’s time', () => {
  it.each([
    ['2026-11-29T20:30:00Z', 'Now, until 23:00'],
    ['2026-11-29T21:00:00Z', 'Now, until 23:30'],
    ['2026-11-29T22:30:00Z', 'Today, 23:30'],
    ['2026-11-29T23:00:00Z', 'Tomorrow, 00:00'],
    ['2026-11-30T22:59:00Z', 'Tomorrow, 23:59'],
    ['2026-12-01T19:00:00Z', 'Tuesday 20:00'],
    ['2026-12-05T19:00:00Z', 'Saturday 20:00'],
    ['2026-12-06T19:00:00Z', 'Sun, Dec 6, 20:00'],
    ['2027-11-06T19:00:00Z', 'Sat, Nov 6, 2027, 20:00'],
  ])('in %s is shown as %s', (starts_at, reported) => {
    expect(words(starts_at)).toBe(reported);
  });

  it('is shown in the reader’s time zone and hour format', () => {
    expect(words('2026-11-29T22:30:00Z', TOKYO)).toBe('Today, 07:30');
    expect(words('2026-11-30T19:00:00Z', TOKYO)).toBe('Tomorrow, 04:00');
    expect(words('2026-11-30T19:00:00Z', { ...TOKYO, hourCycle: 'h12' })).toBe('Tomorrow, 4:00 AM');
  });

  it('is the right number of days away across clock changes', () => {
    const beforeMs = Date.parse('2026-10-24T21:30:00Z');
    expect(whenWords(at('2026-10-25T22:30:00Z'), beforeMs, BERLIN)).toBe('Tomorrow, 23:30');
    const springMs = Date.parse('2026-03-28T22:30:00Z');
    expect(whenWords(at('2026-03-29T21:30:00Z'), springMs, BERLIN)).toBe('Tomorrow, 23:30');
  });

  it('has a long and a short form', () => {
    expect(exactly('2026-12-01T19:00:00Z', BERLIN)).toBe('Tuesday, December 1, 2026 at 20:00 GMT+1');
    expect(shortDateTime('2026-12-01T19:00:00Z', BERLIN)).toBe('Tue, Dec 1, 20:00');
  });
});
