import { afterEach, describe, expect, it, vi } from 'vitest';
import { formatMessage, type Message } from '#messages/format.ts';

/** The modules as a page in this language loads them. Their few messages stay English. */
async function loadIn(language: string) {
  vi.resetModules();
  vi.stubGlobal('document', { documentElement: { lang: language } });
  return {
    ...(await import('#web/lib/i18n/counts.ts')),
    ...(await import('#web/lib/i18n/numbers.ts')),
    ...(await import('#web/lib/i18n/dates.ts')),
  };
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

const NUMBERS = [0, 1, 2, 5, 21, 1_234_567];
const NOW_MS = Date.parse('2026-11-20T19:15:00Z');
const agoOf = (minutes: number) => new Date(NOW_MS - minutes * 60_000).toISOString();
const BERLIN = { timeZone: 'Europe/Berlin', hourCycle: 'h23' } as const;
/** Spaces that do not break, and marks of direction, differ from one version of ICU to the next. */
const plain = (text: string): string => text.replaceAll(/[\u{a0}\u{202f}]/gu, ' ').replaceAll(/\p{Cf}/gu, '');

describe.each([
  {
    language: 'en',
    counts: ['0', '1', '2', '5', '21', '1234.6K'],
    numbers: ['0', '1', '2', '5', '21', '1,234,567'],
    shortAges: ['5m ago', '21h ago'],
    age: '2 hours ago',
    duration: '1 hr 30 min',
    bytes: '5.1 MB',
    percent: '45%',
    list: 'A, B, and C',
    moment: 'Friday, November 20, 2026 at 20:15',
    typed: ['1,450', '12.5'],
    sorted: ['Zebra', 'Ähre', 'Apfel'],
  },
  {
    language: 'de',
    counts: ['0', '1', '2', '5', '21', '1,2 Mio.'],
    numbers: ['0', '1', '2', '5', '21', '1.234.567'],
    shortAges: ['vor 5 Min.', 'vor 21 Std.'],
    age: 'vor 2 Stunden',
    duration: '1 Std., 30 Min.',
    bytes: '5,1 MB',
    percent: '45 %',
    list: 'A, B und C',
    moment: 'Freitag, 20. November 2026 um 20:15',
    typed: ['1.450', '12,5'],
    sorted: ['Zebra', 'Ähre', 'Apfel'],
  },
  {
    language: 'ar',
    counts: ['0', '1', '2', '5', '21', '1.2 مليون'],
    numbers: ['0', '1', '2', '5', '21', '1,234,567'],
    shortAges: ['قبل 5 دقائق', 'قبل 21 ساعة'],
    age: 'قبل ساعتين',
    duration: '1 س و30 د',
    bytes: '5.1 م.ب',
    percent: '45%',
    list: 'A وB وC',
    moment: 'الجمعة، 20 نوفمبر 2026 في 20:15',
    typed: ['1,450', '١٢٫٥'],
    sorted: ['Zebra', 'Ähre', 'Apfel'],
  },
  {
    language: 'ja',
    counts: ['0', '1', '2', '5', '21', '123.5万'],
    numbers: ['0', '1', '2', '5', '21', '1,234,567'],
    shortAges: ['5 分前', '21 時間前'],
    age: '2 時間前',
    duration: '1 時間30 分',
    bytes: '5.1 MB',
    percent: '45%',
    list: 'A、B、C',
    moment: '2026年11月20日金曜日 20:15',
    typed: ['1,450', '12.5'],
    sorted: ['Zebra', 'Ähre', 'Apfel'],
  },
])('a page in the language $language', ({ language, ...expected }) => {
  it('counts', async () => {
    const { formatCount, formatNumber } = await loadIn(language);
    expect(NUMBERS.map(formatCount).map(plain)).toEqual(expected.counts);
    expect(NUMBERS.map((value) => formatNumber(value)).map(plain)).toEqual(expected.numbers);
  });

  it('says how long ago and how long', async () => {
    const { formatShortAge, formatAge, formatDuration } = await loadIn(language);
    const ages = [5, 21 * 60].map((minutes) => formatShortAge(agoOf(minutes), NOW_MS));
    expect(ages.map(plain)).toEqual(expected.shortAges);
    expect(plain(formatAge(agoOf(150), NOW_MS))).toBe(expected.age);
    expect(plain(formatDuration(5400))).toBe(expected.duration);
  });

  it('says how much', async () => {
    const { formatBytes, formatPercent, formatList } = await loadIn(language);
    expect(plain(formatBytes(5_347_737))).toBe(expected.bytes);
    expect(plain(formatPercent(0.45))).toBe(expected.percent);
    expect(plain(formatList(['A', 'B', 'C']))).toBe(expected.list);
  });

  it('says when', async () => {
    const { formatDate } = await loadIn(language);
    const parts = { dateStyle: 'full', timeStyle: 'short' } as const;
    expect(plain(formatDate(NOW_MS, parts, BERLIN))).toBe(expected.moment);
  });

  it('reads typed numbers, and sorts names', async () => {
    const { parseNumber, compareNames } = await loadIn(language);
    expect(expected.typed.map(parseNumber)).toEqual([1450, 12.5]);
    expect(expected.sorted.toSorted(compareNames)).toEqual(['Ähre', 'Apfel', 'Zebra']);
  });

  it('keeps digits of clocks as people type them', async () => {
    const { formatClock } = await loadIn(language);
    expect(formatClock(3725)).toBe('1:02:05');
  });
});

it.each([
  ['en', ['other', 'one', 'other', 'other', 'other', 'other']],
  ['de', ['other', 'one', 'other', 'other', 'other', 'other']],
  ['ar', ['zero', 'one', 'two', 'few', 'many', 'many']],
  ['ja', ['other', 'other', 'other', 'other', 'other', 'other']],
])('plurals of %s choose their form', (language, forms) => {
  const cases = Object.fromEntries(
    ['zero', 'one', 'two', 'few', 'many', 'other'].map((form) => [form, form]),
  );
  const message: Message = [['count', 'plural', cases]];
  expect(NUMBERS.map((count) => formatMessage(message, { count }, language))).toEqual(forms);
});
