/** Converts between the reader's units and metric ones, which are stored: shared/plain/fans/fan-measures.ts. */
import type { Fan } from '#shared/channels/fans.ts';
import { type Measure, PLAUSIBLE } from '#shared/plain/fans/fan-measures.ts';
import { useSetting } from '#web/lib/hooks/browser-hooks.ts';
import { formatFigures, formatTyped } from '#web/lib/i18n/numbers.ts';
import { t } from '#web/lib/i18n/messages.ts';

export type Units = 'metric' | 'us';

/** Exact: an inch has 2.54 cm, a foot twelve of them, an hour 60 minutes. */
const CM_PER_INCH = 2.54;
const M3H_PER_CFM = (CM_PER_INCH * 12) ** 3 * 1e-6 * 60;

const METRIC: Readonly<Record<Measure, string>> = {
  year: '',
  blades: '',
  diameter_cm: t('units.centimeter'),
  watts: t('units.watt'),
  air_flow_m3h: t('units.cubicMetersPerHour'),
  noise_dba: t('units.weightedDecibel'),
};

const US: Partial<Record<Measure, { readonly unit: string; readonly size: number }>> = {
  diameter_cm: { unit: t('units.inch'), size: CM_PER_INCH },
  air_flow_m3h: { unit: t('units.cubicFeetPerMinute'), size: M3H_PER_CFM },
};

/** The name of a measure. */
export const MEASURE_NAMES: Readonly<Record<Measure, string>> = {
  year: t('fans.year'),
  blades: t('fans.blades'),
  diameter_cm: t('fans.diameter'),
  watts: t('fans.watts'),
  air_flow_m3h: t('fans.airFlow'),
  noise_dba: t('fans.noise'),
};

const US_REGIONS = ['US', 'LR', 'MM'];

export function unitsOf(languages: readonly string[]): Units {
  const region = languages.map((tag) => /-([A-Z]{2})\b/.exec(tag)?.[1]).find((found) => found !== undefined);
  return region && US_REGIONS.includes(region) ? 'us' : 'metric';
}

/** "in" */
export const unitOf = (measure: Measure, units: Units): string =>
  (units === 'us' && US[measure]?.unit) || METRIC[measure];

const sizeOf = (measure: Measure, units: Units): number => (units === 'us' && US[measure]?.size) || 1;

export function toUnits(measure: Measure, value: number, units: Units): number {
  const inUnit = value / sizeOf(measure, units);
  // Numbers in CFM are large enough for whole numbers.
  const scale = measure === 'air_flow_m3h' && units === 'us' ? 1 : 10 ** PLAUSIBLE[measure].digits;
  return Math.round(inUnit * scale) / scale;
}

export const toMetric = (measure: Measure, value: number, units: Units): number =>
  Math.round(value * sizeOf(measure, units) * 10) / 10;

/** "1,450 m³/h", "30 cm", "1962", "4 blades" */
export function measureWords(measure: Measure, value: number, units: Units): string {
  const number = toUnits(measure, value, units);
  if (measure === 'year') return formatTyped(number);
  if (measure === 'blades') return t('fans.bladeCount', { count: number });
  return t('units.measurement', { value: number, unit: unitOf(measure, units) });
}

/** The known ones of a fan's measures, in words. */
export const knownMeasures = (fan: Fan, measures: readonly Measure[], units: Units): string[] =>
  measures.flatMap((measure) => {
    const value = fan[measure];
    return value === null ? [] : [measureWords(measure, value, units)];
  });

/** "Diameter, in" */
export function measureLabel(measure: Measure, units: Units): string {
  const name = MEASURE_NAMES[measure];
  const unit = unitOf(measure, units);
  return unit === '' || measure === 'watts' ? name : t('fans.measureInUnit', { name, unit });
}

/** The reader's units: the choice stored in this browser, else those of the region. */
export function useUnits(): [units: Units, choose: (units: Units) => void] {
  const [chosen, choose] = useSetting('fan-units');
  return [chosen === 'us' || chosen === 'metric' ? chosen : unitsOf(navigator.languages), choose];
}

interface UnitsSwitchProps {
  readonly units: Units;
  readonly onChoose: (units: Units) => void;
}

const CHOICES = (['metric', 'us'] as const).map((units) => {
  const [length, flow] = [unitOf('diameter_cm', units), unitOf('air_flow_m3h', units)];
  return [units, formatFigures([length, flow])] as const;
});

export const UnitsSwitch = ({ units, onChoose }: UnitsSwitchProps) => (
  <div role="group" aria-label={t('fans.units')} className="inline-flex rounded-md border border-line p-0.5">
    {CHOICES.map(([key, text]) => (
      <button
        key={key}
        type="button"
        aria-pressed={units === key}
        onClick={() => onChoose(key)}
        className="h-8 rounded-sm px-3 text-sm font-medium whitespace-nowrap text-soft hover:text-ink aria-pressed:bg-raised aria-pressed:text-ink pointer-coarse:h-11"
      >
        {text}
      </button>
    ))}
  </div>
);
