import type { BudgetKind, DayBudget } from '#functions/limits/stage-limits.ts';
import { HOUR_S } from '#shared/plain/time.ts';
import { wholeNumber, type ContextOf, type SettingName } from './context.ts';

const GB = 1_000_000_000;

const SETTINGS: readonly (readonly [name: SettingName, kind: BudgetKind, unit: number])[] = [
  ['cameraHours', 'camera', HOUR_S],
  ['compatibleHours', 'compatible', HOUR_S],
  ['softwareHours', 'software', HOUR_S],
  ['videoHours', 'videos', HOUR_S],
  ['replayHours', 'replays', HOUR_S],
  ['uploadGigabytes', 'uploads', GB],
  ['files', 'files', 1],
  ['clips', 'clips', 1],
];

/** Returns the site's daily budgets that the operator sets (`-c cameraHours=6000`), in the units of `DayBudget`. */
export function siteBudgets(contextOf: ContextOf): Partial<DayBudget> {
  const given = SETTINGS.flatMap(([name, kind, unit]) => {
    const number = wholeNumber(contextOf, name, 0);
    return number === undefined ? [] : [[kind, number * unit]];
  });
  return Object.fromEntries(given) as Partial<DayBudget>;
}
