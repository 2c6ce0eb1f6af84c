/**
 * Whether a comb's first tooth is the blade-pass frequency, and neither a multiple nor a fraction of it. In doubtful cases
 * there is no answer, because a wrong octave would be a wrong speed.
 */
import { highestNear, VISIBLE_DB } from '../spectrum/lines.ts';
import { mean, median } from '../spectrum/order-statistics.ts';
import type { SteadySpectrum } from '../spectrum/steady-spectrum.ts';
import { type Comb, mayBeHum, reachHz, type Tooth, toothAt } from './comb.ts';

/** Teeth of one comb follow each other without great steps: in the middle they are not so much weaker than their neighbours. */
const OWN_DB = -6;

/** The same where weaker ones may be of a shaft: of all of them, and of the lowest, in which unequal blades show least. */
const OWN_STRICT_DB = -3;
const OWN_LOWEST_DB = -6;

/** Tones of unequal blades, which stand between, are in the middle so much weaker. */
const FOREIGN_DB = -10;

const MULTIPLES = [2, 3, 4, 5, 6, 7, 8, 9] as const;
const PARTS = [2, 3, 4, 5, 6, 7, 8, 9] as const;

/** Level that a smooth comb has at an order, whole or not, from the teeth around it; beyond the ends as at the end. */
function smoothLevel(teeth: readonly Tooth[], order: number): number | null {
  const below = teeth.findLast((tooth) => tooth.order < order);
  const above = teeth.find((tooth) => tooth.order > order);
  if (!below || !above) return (below ?? above)?.levelDb ?? null;
  const share = Math.log(order / below.order) / Math.log(above.order / below.order);
  return below.levelDb + share * (above.levelDb - below.levelDb);
}

/**
 * Whether but every second tooth (third, …) is strong: then the comb of that multiple may be the true one, and what
 * stands between is of its shaft. That can only be so if the number of blades is a multiple of it, so that there each
 * doubt counts; also where hum hides the first such tooth, and a loud one is there.
 */
export function mayBeMultiple(spectrum: SteadySpectrum, comb: Comb, blades: number | null): boolean {
  const { teeth } = comb;
  return MULTIPLES.some((multiple) => {
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

/** A place between the teeth, with how much stronger or weaker than the teeth the sound is there. */
interface Between extends Tooth {
  readonly stepDb: number;
}

const FROM_ORDER = 0.3;
const TO_ORDER = 2.6;

/** Places between the teeth, `part`ths of their distance apart, at which a tooth would stand well out of the noise. */
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

/** A single tooth of a half or a third that is so strong is reason enough to doubt. */
const DOUBTFUL_DB = -5;

/** Whether the comb of a part, whose further teeth stand between these, may be the true one. */
export function mayBePart(spectrum: SteadySpectrum, comb: Comb): boolean {
  return PARTS.some((part) => {
    const steps = betweenTeeth(spectrum, comb, part)
      .filter(isSignificant)
      .map(({ stepDb }) => stepDb);
    const stepDb = median(steps);
    // What cannot be heard cannot be ruled out; what rules out halves and thirds rules out the others.
    if (part <= 3 && (steps.length === 0 || Math.max(...steps) > DOUBTFUL_DB)) return true;
    if (steps.length < 2) return part <= 3 && stepDb > 2 * FOREIGN_DB;
    return stepDb > FOREIGN_DB;
  });
}
