/** What a speed does over time, in words. */
import { mean, median } from '../spectrum/order-statistics.ts';

/** A speed that was told, when. */
export interface SpeedAt {
  readonly atS: number;
  /** Of blade passes in a second; null while it changed too much for a number. */
  readonly passHz: number | null;
}

export type Behaviour = 'steady' | 'surging' | 'switching';

/** What is looked back on. */
const LOOK_BACK_S = 45;
const LEAST_S = 8;
const LEAST_SPEEDS = 6;

/** Fans that run freely keep their speed within so much of it; what is more is heard as surging. */
const STEADY_SHARE = 0.01;
/** The speeds of a switch differ by more than what surging does. */
const SWITCH_SHARE = 0.05;

/** Null as long as too little is known. `nowS` is on the clock of `atS`. */
export function behaviourOf(speeds: readonly SpeedAt[], nowS: number): Behaviour | null {
  const recent = speeds.filter(({ atS }) => nowS - atS <= LOOK_BACK_S);
  const first = recent[0];
  if (!first || recent.length < LEAST_SPEEDS || nowS - first.atS < LEAST_S) return null;
  const told = recent.flatMap(({ passHz }) => (passHz === null ? [] : [passHz]));
  if (hasSwitched(told)) return 'switching';
  if (told.length < recent.length / 2) return 'surging';
  const middle = median(told);
  const spread = mean(told.map((passHz) => Math.abs(passHz / middle - 1)));
  return spread <= STEADY_SHARE ? 'steady' : 'surging';
}

const LEAST_EACH = 3;

/** Two stretches, each of one speed, and a step between them. */
function hasSwitched(speeds: readonly number[]): boolean {
  return speeds.some((_, at) => {
    if (at < LEAST_EACH || speeds.length - at < LEAST_EACH) return false;
    const [before, after] = [speeds.slice(0, at), speeds.slice(at)];
    const step = Math.abs(median(after) / median(before) - 1);
    return step >= SWITCH_SHARE && isOneSpeed(before) && isOneSpeed(after);
  });
}

function isOneSpeed(speeds: readonly number[]): boolean {
  const middle = median(speeds);
  return speeds.every((speed) => Math.abs(speed / middle - 1) <= 2 * STEADY_SHARE);
}
