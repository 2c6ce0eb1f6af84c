import { describe, expect, it } from 'vitest';
import { formatAge, formatBytes, formatClock } from '../../../web/src/lib/words/format-media.ts';

it.each([
  [0, '0 KB'],
  [900, '1 KB'],
  [5_347_737, '5.1 MB'],
  [10 * 1024 * 1024, '10 MB'],
  [524_288_000, '500 MB'],
])('%i bytes are shown as "%s"', (bytes, words) => {
  expect(formatBytes(bytes)).toBe(words);
});

it.each([
  [0, '0:00'],
  [5.9, '0:05'],
  [65, '1:05'],
  [3725, '1:02:05'],
  [-1, '0:00'],
])('%f seconds are shown as "%s"', (seconds, words) => {
  expect(formatClock(seconds)).toBe(words);
});

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
