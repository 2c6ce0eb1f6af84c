import type { Fan, FanBody } from '#shared/channels/fans.ts';
import { MEASURES, type Measure } from '#shared/plain/fans/fan-measures.ts';
import { typedDigits } from '#shared/plain/text/typed-digits.ts';
import type { PictureChoice } from '#web/lib/pictures/picture.ts';
import { formatTyped, parseNumber } from '#web/lib/i18n/numbers.ts';
import { doubtAbout, impossible } from './fan-doubts.ts';
import { MEASURE_NAMES, toMetric, measureWords, toUnits, type Units } from '../units/units.tsx';
import { t } from '#web/lib/i18n/messages.ts';

export interface TypedRepair {
  readonly key: number;
  readonly on: string;
  readonly text: string;
}

export interface FanForm extends Readonly<Pick<Fan, 'maker' | 'model' | 'kind' | 'motor'>> {
  readonly speeds: string;
  readonly measures: Readonly<Record<Measure, string>>;
  readonly units: Units;
  readonly pictures: readonly PictureChoice[];
  readonly repairs: readonly TypedRepair[];
}

export type FanProblems = Readonly<Record<string, string>>;

const eachMeasure = <T>(valueOf: (measure: Measure) => T) =>
  Object.fromEntries(MEASURES.map((measure) => [measure, valueOf(measure)])) as Record<Measure, T>;

const textIn = (units: Units, measure: Measure, value: number): string =>
  formatTyped(toUnits(measure, value, units));

/** The form of a fan, or an empty one. */
export const formOf = (fan: Fan | null, units: Units): FanForm => ({
  maker: fan?.maker ?? '',
  model: fan?.model ?? '',
  kind: fan?.kind ?? '',
  motor: fan?.motor ?? '',
  speeds: String(fan?.speeds ?? ''),
  measures: eachMeasure((measure) => {
    const value = fan?.[measure] ?? null;
    return value === null ? '' : textIn(units, measure, value);
  }),
  units,
  pictures: fan?.picture_urls ?? [],
  repairs: fan?.repairs.map((repair, key) => ({ key, ...repair })) ?? [],
});

/** Converts the form to other units; text that is no number stays unchanged. */
export const inUnits = (form: FanForm, units: Units): FanForm => ({
  ...form,
  units,
  measures: eachMeasure((measure) => {
    const value = form.units === units ? null : valueOf(form, measure);
    return value === null ? form.measures[measure] : textIn(units, measure, value);
  }),
});

const valueOf = (form: FanForm, measure: Measure): number | null => {
  const value = parseNumber(form.measures[measure]);
  return value === null ? null : toMetric(measure, value, form.units);
};

export function problemsOf(form: FanForm): FanProblems {
  const problems: Record<string, string> = {};
  for (const field of ['maker', 'model'] as const)
    if (!/[\p{L}\p{N}]/u.test(form[field])) problems[field] = t('fans.nameRequired');
  if (!form.kind.trim()) problems['kind'] = t('fans.kindRequired');
  for (const measure of MEASURES) {
    if (form.measures[measure].trim() === '') continue;
    const value = valueOf(form, measure);
    const problem =
      value === null ? t('fans.mustBeNumber', { name: MEASURE_NAMES[measure] }) : impossible(measure, value);
    if (problem) problems[measure] = problem;
  }
  if (form.speeds.trim() !== '' && !/^([1-9]\d?|100)$/.test(typedDigits(form.speeds).trim()))
    problems['speeds'] = t('fans.speedsRange');
  for (const { key, on, text } of form.repairs)
    if (!on || !text.trim()) problems[`repair ${key}`] = t('fans.repairIncomplete');
  return problems;
}

export const warningsOf = (form: FanForm): string[] =>
  MEASURES.flatMap((measure) => {
    const value = valueOf(form, measure);
    const sentence = value === null ? undefined : doubtAbout(measure, value);
    return value === null || !sentence
      ? []
      : [t('fans.unlikelyValue', { value: measureWords(measure, value, form.units), reason: sentence })];
  });

export const bodyOf = (form: FanForm, picture_urls: readonly string[]): FanBody => ({
  maker: form.maker.trim(),
  model: form.model.trim(),
  kind: form.kind.trim(),
  motor: form.motor.trim(),
  speeds: form.speeds.trim() === '' ? null : Number(typedDigits(form.speeds)),
  ...eachMeasure((measure) => valueOf(form, measure)),
  picture_urls: [...picture_urls],
  repairs: form.repairs.map(({ on, text }) => ({ on, text: text.trim() })),
});
