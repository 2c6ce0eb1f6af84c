/** Sentences about impossible and unusual measures, in metric units. */
import { type Measure, PLAUSIBLE } from '#shared/plain/fans/fan-measures.ts';
import { formatNumber, formatTyped } from '#web/lib/i18n/numbers.ts';
import { t } from '#web/lib/i18n/messages.ts';
import { MEASURE_NAMES, measureWords } from '../units/units.tsx';

/** Undefined for a possible number. */
export function impossible(measure: Measure, value: number): string | undefined {
  const { min, max, digits } = PLAUSIBLE[measure];
  const name = MEASURE_NAMES[measure];
  if (digits === 0 && !Number.isInteger(value)) return t('fans.mustBeWhole', { name });
  if (value >= min && value <= max) return undefined;
  const range = {
    name,
    min: measure === 'year' ? formatTyped(min) : formatNumber(min, 1),
    max: measure === 'blades' ? formatNumber(max) : measureWords(measure, max, 'metric'),
  };
  return measure === 'noise_dba' && value > max
    ? t('fans.louderThanPossible', range)
    : t('fans.outOfRange', range);
}

/** What speaks against a number below and above the usual range. */
const DOUBTS: Readonly<Record<Measure, readonly [below: string, above: string]>> = {
  year: [t('fans.firstFanYear'), ''],
  blades: [t('fans.fewBlades'), t('fans.manyBlades')],
  diameter_cm: [t('fans.smallDiameter'), t('fans.largeDiameter')],
  watts: [t('fans.littlePower'), t('fans.muchPower')],
  air_flow_m3h: [t('fans.littleAir'), t('fans.muchAir')],
  noise_dba: [t('fans.littleNoise'), t('fans.muchNoise')],
};

/** Undefined for a usual number. */
export function doubtAbout(measure: Measure, value: number): string | undefined {
  const [least, most] = PLAUSIBLE[measure].usual;
  return value < least ? DOUBTS[measure][0] : value > most ? DOUBTS[measure][1] : undefined;
}
