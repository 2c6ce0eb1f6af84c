/** The search on /fans as URL parameters, with metric numbers, so that a link means the same for all readers. Pure. */
import { MEASURES, type Measure, PLAUSIBLE } from '#shared/plain/fans/fan-measures.ts';
import type { FanQuery } from '../fans.queries.ts';
import { formatTyped, parseNumber } from '#web/lib/i18n/numbers.ts';
import { MEASURE_NAMES, measureWords, toMetric, toUnits, type Units } from '../units/units.tsx';
import { t } from '#web/lib/i18n/messages.ts';

/** In the reader's units. */
export interface FanFilters {
  readonly q: string;
  readonly ranges: Readonly<Record<Measure, { readonly from: string; readonly to: string }>>;
}

const RANGE = /^(\d+(?:\.\d)?)?\.\.(\d+(?:\.\d)?)?$/;

/** An invalid range in the URL is ignored. */
const rangeOf = (search: URLSearchParams, measure: Measure): (string | undefined)[] =>
  RANGE.exec(search.get(measure) ?? '')?.slice(1) ?? [];

export function queryOf(search: URLSearchParams): FanQuery {
  const q = (search.get('q') ?? '').trim();
  const ranges = MEASURES.flatMap((measure) => {
    const [from, to] = rangeOf(search, measure);
    return from === undefined && to === undefined ? [] : [`${measure}:${from ?? ''}..${to ?? ''}`];
  });
  return { ...(q && { q }), ...(ranges.length > 0 && { ranges: ranges.join(',') }) };
}

export function filtersOf(search: URLSearchParams, units: Units): FanFilters {
  const text = (measure: Measure, value: string | undefined): string =>
    value === undefined ? '' : formatTyped(toUnits(measure, Number(value), units));
  const ranges = MEASURES.map((measure) => {
    const [from, to] = rangeOf(search, measure);
    return [measure, { from: text(measure, from), to: text(measure, to) }] as const;
  });
  return { q: search.get('q') ?? '', ranges: Object.fromEntries(ranges) as FanFilters['ranges'] };
}

/** A reversed range is corrected. */
export function searchOf({ q, ranges }: FanFilters, units: Units): URLSearchParams {
  const search = new URLSearchParams();
  if (q.trim()) search.set('q', q.trim());
  for (const measure of MEASURES) {
    const [from, to] = [ranges[measure].from, ranges[measure].to].map((text) => keptOf(measure, text, units));
    if (from === null && to === null) continue;
    const isTurned = from != null && to != null && from > to;
    search.set(measure, isTurned ? `${to}..${from}` : `${from ?? ''}..${to ?? ''}`);
  }
  return search;
}

function keptOf(measure: Measure, text: string, units: Units): number | null {
  const value = parseNumber(text);
  if (value === null || value < 0) return null;
  return Math.min(toMetric(measure, value, units), PLAUSIBLE[measure].max);
}

/** "Noise to 40 dB(A)", for each range in the URL. */
export function rangeWords(search: URLSearchParams, units: Units): { measure: Measure; words: string }[] {
  return MEASURES.flatMap((measure) => {
    const [from, to] = rangeOf(search, measure).map((end) =>
      end === undefined ? undefined : measureWords(measure, Number(end), units),
    );
    if (from === undefined && to === undefined) return [];
    const name = MEASURE_NAMES[measure];
    const words =
      from === undefined
        ? t('fans.rangeTo', { name, to: to! })
        : to === undefined
          ? t('fans.rangeFrom', { name, from })
          : t('fans.range', { name, from, to });
    return [{ measure, words }];
  });
}
