import type { Measure } from '../metrics/metrics.ts';
import { dayOf } from '../base/day.ts';
import type { SpendingRepository } from './ports.ts';
import { BUDGETS, type StageLimits } from './stage-limits.ts';

interface BudgetWatch {
  readonly limits: Pick<StageLimits, 'site'>;
  readonly spending: Pick<SpendingRepository, 'ofSite'>;
  readonly clock: () => number;
  readonly log: (step: string, fields: Readonly<Record<string, number>>) => void;
  readonly measure: Measure;
}

/** The minute tick: logs today's use of the site's budgets in percent, if any. An alarm watches the highest. */
export async function onBudgetsTick({ limits, spending, clock, log, measure }: BudgetWatch): Promise<void> {
  const used = await spending.ofSite(dayOf(clock()));
  const percents = BUDGETS.map((kind) => Math.floor((100 * used[kind]) / limits.site[kind]));
  const highest = Math.max(...percents);
  if (highest === 0) return;
  measure({ name: 'SiteBudgetPercent', value: highest });
  log('budgets', {
    highest_percent: highest,
    ...Object.fromEntries(BUDGETS.map((kind, index) => [`${kind}_percent`, percents[index]])),
  });
}
