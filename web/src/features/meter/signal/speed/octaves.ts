/**
 * Whether a comb's first tooth is the blade-pass frequency, and neither a multiple nor a fraction of it. In doubtful cases
 * there is no answer, because a wrong octave would be a wrong speed.
 */
import { highestNear, VISIBLE_DB } from '../spectrum/lines.ts';
import { mean, median } from '../spectrum/order-statistics.ts';
import type { SteadySpectrum } from '../spectrum/steady-spectrum.ts';
import { type Comb, mayBeHum, reachHz, type Tooth, toothAt } from './comb.ts';

/** Teeth of one comb have similar levels: their median, relative to their neighbours, is above this. */
const OWN_DB = -6;

/**
 * The stricter limit where weaker teeth may be the shaft's. It applies to the median and to the lowest ones, in which
 * unequal blades show least.
 */
const OWN_STRICT_DB = -3;
const OWN_LOWEST_DB = -6;

/** Tones of unequal blades lie between the teeth, and their median is below this. */
const FOREIGN_DB = -10;

/** The multiples and the parts of a comb that are examined. */
const FACTORS = [2, 3, 4, 5, 6, 7, 8, 9] as const;

/**
 * The level that a smooth comb has at an order (whole or not), interpolated from the teeth around it. Constant beyond
 * the ends.
 */
function smoothLevel(teeth: readonly Tooth[], order: number): number | null {
  const below = teeth.findLast((tooth) => tooth.order < order);
  const above = teeth.find((tooth) => tooth.order > order);
  if (!below || !above) return (below ?? above)?.levelDb ?? null;
  const share = Math.log(order / below.order) / Math.log(above.order / below.order);
  return below.levelDb + share * (above.levelDb - below.levelDb);
}

/**
 * Whether only every second tooth (third, …) is strong. Then the comb of that multiple may be the true one, and the
 * weaker teeth are its shaft's. This requires that the number of blades is a multiple of it, so that each doubt counts
 * in that case; also where hum hides the first such tooth, and a loud one is there.
 */
export function mayBeMultiple(spectrum: SteadySpectrum, comb: Comb, blades: number | null): boolean {
  const { teeth } = comb;
  return FACTORS.some((multiple) => {
    const isOfShaft = blades === null || blades % multiple === 0;
    const theirs = teeth.filter(({ order, isVisible }) => isVisible && order % multiple === 0);
    const last = theirs.at(-1)?.order;
    if (last === undefined) return isOfShaft && hidesLoudTooth(spectrum, comb, multiple);
    const steps = teeth
      .filter(({ order }) => order % multiple !== 0 && order < last)
      .map(({ order, levelDb }) => ({ order, stepDb: levelDb - (smoothLevel(theirs, order) ?? 0) }));
    const stepDb = median(steps.map((step) => step.stepDb));
    if (steps.length === 0 || stepDb < OWN_DB) return true;
    const lowest = steps.filter(({ order }) => order < 2 * multiple).map((step) => step.stepDb);
    return isOfShaft && (stepDb < OWN_STRICT_DB || mean(lowest) < OWN_LOWEST_DB);
  });
}

function hidesLoudTooth(spectrum: SteadySpectrum, { frequencyHz, teeth }: Comb, order: number): boolean {
  const placeHz = frequencyHz * order;
  const visible = teeth.filter(({ isVisible }) => isVisible);
  const smooth = smoothLevel(visible, order);
  if (!mayBeHum(placeHz) || smooth === null) return false;
  return highestNear(spectrum, placeHz, reachHz(placeHz)).levelDb - smooth > -OWN_DB;
}

/** A position between the teeth, with the level there relative to the teeth. */
interface Between extends Tooth {
  readonly stepDb: number;
}

const FROM_ORDER = 0.3;
const TO_ORDER = 2.6;

/** Positions between the teeth, at `part`ths of their distance, where a tooth would be clearly above the noise. */
export function betweenTeeth(spectrum: SteadySpectrum, comb: Comb, part: number): Between[] {
  const visible = comb.teeth.filter(({ isVisible }) => isVisible);
  const orders = Array.from({ length: Math.ceil(part * TO_ORDER) }, (_, at) => (at + 1) / part);
  return orders.flatMap((order) => {
    if (Number.isInteger(order) || order < FROM_ORDER) return [];
    const tooth = toothAt(spectrum, comb.frequencyHz, order);
    const smooth = smoothLevel(visible, order);
    if (!tooth || smooth === null) return [];
    return [{ ...tooth, stepDb: tooth.levelDb - smooth }];
  });
}

const isSignificant = ({ levelDb, excessDb, stepDb }: Between): boolean =>
  excessDb - stepDb >= VISIBLE_DB - FOREIGN_DB && Number.isFinite(levelDb);

/** A single tooth of a half or a third at this level causes doubt. */
const DOUBTFUL_DB = -5;

/** Whether the comb of a part, which has further teeth between these, may be the true one. */
export function mayBePart(spectrum: SteadySpectrum, comb: Comb): boolean {
  return FACTORS.some((part) => {
    const steps = betweenTeeth(spectrum, comb, part)
      .filter(isSignificant)
      .map(({ stepDb }) => stepDb);
    const stepDb = median(steps);
    // Inaudible teeth cannot be ruled out. Evidence against halves and thirds also excludes the others.
    if (part <= 3 && (steps.length === 0 || Math.max(...steps) > DOUBTFUL_DB)) return true;
    if (steps.length < 2) return part <= 3 && stepDb > 2 * FOREIGN_DB;
    return stepDb > FOREIGN_DB;
  });
}
