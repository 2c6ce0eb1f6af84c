/** A fan meter's measurements during a broadcast. */
import * as z from 'zod/mini';
import { broken } from '../base/errors.ts';
import { described } from '../base/fields.ts';
import { Blades } from '../channels/channels.ts';
import { MAX_CURVE_POINTS } from '../plain/fans/meter-limits.ts';

const MAX_STEP_S = 600;

const measurements = (leastOf: number, mostOf: number) => {
  const value = z.number().check(z.gte(leastOf), z.lte(mostOf));
  return z.array(z.nullable(value)).check(z.maxLength(MAX_CURVE_POINTS));
};

/** Evenly spaced points from the beginning of the recording. */
export const Curve = z
  .strictObject({
    step_s: described(z.number().check(z.gte(1), z.lte(MAX_STEP_S)), 'From one point to the next'),
    blades: described(Blades, 'As counted by a person or by the meter; null if unknown'),
    pass_hz: described(measurements(1, 1000), 'Blade passes per second; null if they cannot be counted'),
    level_db: described(
      measurements(-200, 50),
      'A-weighted, against the loudest that there is; null where nothing is heard',
    ),
  })
  .check(
    z.refine(({ pass_hz, level_db }) => pass_hz.length === level_db.length, broken('different_lengths')),
  );
export type Curve = z.infer<typeof Curve>;
