/** Numbers, sizes, durations and lists in the page's language. Dates are in `dates.ts`, counts in `counts.ts`. */

import { HOUR_S, MINUTE_S } from '#shared/plain/time.ts';
import { typedDigits } from '#shared/plain/text/typed-digits.ts';
import { formatCount } from './counts.ts';
import { language, t } from './messages.ts';

const format = (value: number, options: Intl.NumberFormatOptions): string =>
  new Intl.NumberFormat(language, options).format(value);

/** 1450.55 → "1,450.6" with one decimal place at most. */
export const formatNumber = (value: number, digits = 0): string =>
  format(value, { maximumFractionDigits: digits });

/** 1450.5 → "1450.5", as a field shows it; `parseNumber` reads it. */
export const formatTyped = (value: number): string =>
  format(value, { maximumFractionDigits: 1, useGrouping: false });

/** Parses a typed number: "1,450", "12.5", "12,5", "١٢٫٥", in German "1.450". `null` if it is none. */
export function parseNumber(text: string): number | null {
  const group = new Intl.NumberFormat(language)
    .formatToParts(1e6)
    .find(({ type }) => type === 'group')!.value;
  const separator = group.trim() || String.raw`\s`;
  const plain = typedDigits(text)
    .trim()
    .replaceAll(new RegExp(String.raw`(?<=\d)[${separator}٬](?=\d{3}(?:\D|$))`, 'g'), '')
    .replace(/[,٫]/, '.');
  return /^\d+(\.\d+)?$/.test(plain) ? Number(plain) : null;
}

/** 0.45 → "45%". */
export const formatPercent = (share: number): string => format(share, { style: 'percent' });

type Unit = 'kilobyte' | 'megabyte' | 'kilobyte-per-second' | 'megabyte-per-second' | TimeUnit;
type TimeUnit = 'second' | 'minute' | 'hour' | 'day';

/** 4.25 seconds → "4.3 sec"; "4.3 seconds" in full. Units that `Intl` lacks are messages: `units.ts`. */
export const formatUnit = (value: number, unit: Unit, digits = 0, unitDisplay?: 'short' | 'long'): string =>
  format(value, { style: 'unit', unit, maximumFractionDigits: digits, ...(unitDisplay && { unitDisplay }) });

/** 5 seconds → "+5 sec", −10 → "-10 sec". */
export const formatChange = (value: number, unit: TimeUnit): string =>
  format(value, { style: 'unit', unit, signDisplay: 'always' });

const BYTES_PER_MB = 1024 * 1024;

/** 900 → "1 kB", 5_347_737 → "5.1 MB", 524_288_000 → "500 MB" (specification §9). `per`: "5.1 MB/s". */
export function formatBytes(bytes: number, per: '' | '-per-second' = ''): string {
  if (bytes < BYTES_PER_MB) return formatUnit(Math.ceil(bytes / 1024), `kilobyte${per}`);
  const megabytes = bytes / BYTES_PER_MB;
  return formatUnit(megabytes, `megabyte${per}`, megabytes < 100 ? 1 : 0);
}

/** Seconds as a clock: 5 → "0:05", 3725 → "1:02:05". The same in all languages: people also type it. */
export function formatClock(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const padded = (value: number) => String(value).padStart(2, '0');
  const hours = Math.floor(whole / HOUR_S);
  const minutes = Math.floor(whole / MINUTE_S) % 60;
  return hours > 0 ? `${hours}:${padded(minutes)}:${padded(whole % 60)}` : `${minutes}:${padded(whole % 60)}`;
}

/** 5400 → "1 hr 30 min"; "1 hour 30 minutes" in full. Seconds only below an hour. */
export function formatDuration(seconds: number, unitDisplay: 'short' | 'long' = 'short'): string {
  const whole = Math.floor(seconds);
  const hours = Math.floor(whole / HOUR_S);
  const parts = [
    [hours, 'hour'],
    [Math.floor(whole / MINUTE_S) % 60, 'minute'],
    [hours > 0 ? 0 : whole % MINUTE_S, 'second'],
  ] as const;
  const words = parts
    .filter(([value]) => value > 0)
    .map(([value, unit]) => formatUnit(value, unit, 0, unitDisplay));
  if (words.length === 0) return formatUnit(0, 'second', 0, unitDisplay);
  return new Intl.ListFormat(language, { type: 'unit', style: 'narrow' }).format(words);
}

/** "Anna, Ben, and Cleo". */
export const formatList = (items: readonly string[]): string => new Intl.ListFormat(language).format(items);

/** "2 channels, 5 videos": figures rather than a sentence. */
export const formatFigures = (items: readonly string[]): string =>
  new Intl.ListFormat(language, { type: 'unit', style: 'short' }).format(items);

const inDollars = (amount: number): string => format(amount, { style: 'currency', currency: 'USD' });

/** 0.4231 → "about $0.42", 0.002 → "less than $0.01". */
export const aboutDollars = (dollars: number): string =>
  dollars < 0.01
    ? t('common.lessThanAmount', { amount: inDollars(0.01) })
    : t('common.aboutAmount', { amount: inDollars(dollars) });

/** "1 view", "1.2K views". */
export const viewsText = (count: number): string =>
  t('common.viewCount', { count, number: formatCount(count) });

/** Compares names as the language sorts them. */
export const compareNames = new Intl.Collator(language).compare;
