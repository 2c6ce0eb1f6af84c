/** A fan's measures and their plausible numbers, in the stored units. */

export const MEASURES = ['year', 'blades', 'diameter_cm', 'watts', 'air_flow_m3h', 'noise_dba'] as const;
export type Measure = (typeof MEASURES)[number];

/** `null` is unknown. */
export type Measures = Readonly<Record<Measure, number | null>>;

interface Plausible {
  /** In a sentence. */
  readonly name: string;
  /** Follows the number. */
  readonly unit: string;
  /** Bounds of stored numbers. */
  readonly min: number;
  readonly max: number;
  /** Stored decimal places. */
  readonly digits: 0 | 1;
  /** Reason of the bound, after a colon. @default none */
  readonly why?: string;
  /** The usual range: beyond it the form asks for confirmation. */
  readonly usual: readonly [min: number, max: number];
}

/** Next year, because makers announce fans in advance. */
const NEXT_YEAR = new Date().getUTCFullYear() + 1;

/**
 * Based on real objects: clockwork fans from the middle of the 19th century; ceiling fans of halls with 7.3 m, 500,000
 * m³/h and 2 kW; a quiet room has about 20 dB(A), the threshold of pain is about 120.
 */
export const PLAUSIBLE: Readonly<Record<Measure, Plausible>> = {
  year: {
    name: 'Year',
    unit: '',
    min: 1830,
    max: NEXT_YEAR,
    digits: 0,
    usual: [1882, NEXT_YEAR],
  },
  blades: {
    name: 'Blades',
    unit: 'blades',
    min: 0,
    max: 60,
    digits: 0,
    usual: [2, 13],
  },
  diameter_cm: {
    name: 'Diameter',
    unit: 'cm',
    min: 1,
    max: 1000,
    digits: 1,
    usual: [4, 250],
  },
  watts: {
    name: 'Watts',
    unit: 'W',
    min: 0.1,
    max: 10_000,
    digits: 1,
    usual: [0.5, 400],
  },
  air_flow_m3h: {
    name: 'Air flow',
    unit: 'm³/h',
    min: 1,
    max: 1_000_000,
    digits: 1,
    usual: [10, 30_000],
  },
  noise_dba: {
    name: 'Noise',
    unit: 'dB(A)',
    min: 5,
    max: 130,
    digits: 1,
    why: 'a rocket has about 180, from close by',
    usual: [15, 85],
  },
};

/** Rounds to the stored digits. */
export function keptNumber(measure: Measure, value: number): number {
  const scale = 10 ** PLAUSIBLE[measure].digits;
  return Math.round(value * scale) / scale;
}

/** A sentence about an impossible number; undefined for a possible one. */
export function implausible(measure: Measure, value: number): string | undefined {
  const { name, unit, min, max, why, digits } = PLAUSIBLE[measure];
  if (digits === 0 && !Number.isInteger(value)) return `${name} must be a whole number.`;
  if (value >= min && value <= max) return undefined;
  const number = (at: number): string => (measure === 'year' ? String(at) : at.toLocaleString('en'));
  const range = `${name} must be from ${number(min)} to ${number(max)}${unit && measure !== 'blades' ? ` ${unit}` : ''}`;
  return value > max && why ? `${range}: ${why}.` : `${range}.`;
}
