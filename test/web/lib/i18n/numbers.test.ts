import { describe, expect, it } from 'vitest';
import {
  aboutDollars,
  formatBytes,
  formatChange,
  formatClock,
  formatDuration,
  formatList,
  formatNumber,
  formatPercent,
  formatTyped,
  parseNumber,
} from '#web/lib/i18n/numbers.ts';
import { formatBitrate, formatBladePasses, formatHertz, formatRpm } from '#web/lib/i18n/units.ts';

it.each([
  [0, '0 kB'],
  [900, '1 kB'],
  [5_347_737, '5.1 MB'],
  [10 * 1024 * 1024, '10 MB'],
  [524_288_000, '500 MB'],
])('%i bytes are shown as "%s"', (bytes, words) => {
  expect(formatBytes(bytes)).toBe(words);
  expect(formatBytes(bytes, '-per-second')).toBe(`${words}/s`);
});

it.each([
  [0, '0:00'],
  [5.9, '0:05'],
  [65, '1:05'],
  [3725, '1:02:05'],
  [-1, '0:00'],
])('%f seconds are shown as "%s" on a clock', (seconds, words) => {
  expect(formatClock(seconds)).toBe(words);
});

it.each([
  [0, '0 sec', '0 seconds'],
  [59.9, '59 sec', '59 seconds'],
  [60, '1 min', '1 minute'],
  [250, '4 min 10 sec', '4 minutes 10 seconds'],
  [3600, '1 hr', '1 hour'],
  [3725, '1 hr 2 min', '1 hour 2 minutes'],
  [86_400, '24 hr', '24 hours'],
])('%f seconds last "%s"', (seconds, short, long) => {
  expect(formatDuration(seconds)).toBe(short);
  expect(formatDuration(seconds, 'long')).toBe(long);
});

it('a typed number is read as the field shows it', () => {
  for (const value of [0, 12.5, 1450, 1_234_567.5]) {
    expect(parseNumber(formatTyped(value))).toBe(value);
    expect(parseNumber(formatNumber(value, 1))).toBe(value);
  }
});

it.each([
  ['1 450', null],
  ['5²', null],
  ['１４５０．５', 1450.5],
  ['١٬٤٥٠٫٥', 1450.5],
  ['۱۲', 12],
  ['\u200f12,5\u200e', 12.5],
  ['1 45', null],
  ['', null],
])('the typed number %j is %s', (text, value) => expect(parseNumber(text)).toBe(value));

describe('a value', () => {
  it('has its unit', () => {
    expect(formatBitrate(600_000)).toBe('600 kbit/s');
    expect(formatBitrate(2_540_000)).toBe('2.5 Mbit/s');
    expect(formatRpm(1450.4)).toBe('1,450 rpm');
    expect(formatHertz(500)).toBe('500 Hz');
    expect(formatHertz(2000)).toBe('2 kHz');
    expect(formatBladePasses(72.46)).toBe('72.5 blade passes per second');
    expect(formatBladePasses(1)).toBe('1 blade pass per second');
    expect(formatPercent(0.45)).toBe('45%');
    expect(formatChange(5, 'second')).toBe('+5 sec');
    expect(formatChange(-10, 'second')).toBe('-10 sec');
  });

  it('in dollars is approximate', () => {
    expect(aboutDollars(0.4231)).toBe('about $0.42');
    expect(aboutDollars(0.0049)).toBe('less than $0.01');
  });
});

it.each([
  [['Ada'], 'Ada'],
  [['Ada', 'Ben'], 'Ada and Ben'],
  [['Ada', 'Ben', 'Cleo'], 'Ada, Ben, and Cleo'],
])('%j is one list', (names, words) => {
  expect(formatList(names)).toBe(words);
});
