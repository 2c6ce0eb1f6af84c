import { logStep, measure } from '../log/log.ts';
import { dayOf } from '../base/day.ts';
import type { SpendingRepository } from './spending.repository.ts';
import { BUDGETS, type StageLimits } from './stage-limits.ts';

interface BudgetWatch {
  readonly limits: Pick<StageLimits, 'site'>;
  readonly spending: Pick<SpendingRepository, 'ofSite'>;
  readonly clock: () => number;
}

/** The minute tick: logs today's use of the site's budgets in percent, if any. An alarm watches the highest. */
export async function onBudgetsTick({ limits, spending, clock }: BudgetWatch): Promise<void> {
  const used = await spending.ofSite(dayOf(clock()));
  const percents = BUDGETS.map((kind) => Math.floor((100 * used[kind]) / limits.site[kind]));
  const highest = Math.max(...percents);
  if (highest === 0) return;
  measure({ name: 'SiteBudgetPercent', value: highest });
  logStep('budgets', {
    highest_percent: highest,
    ...Object.fromEntries(BUDGETS.map((kind, index) => [`${kind}_percent`, percents[index]])),
  });
}
