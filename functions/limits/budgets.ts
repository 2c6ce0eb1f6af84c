import { DAY_MS } from '../../shared/plain/time.ts';
import { dayOf } from '../base/day.ts';
import { DomainError } from '../base/errors.ts';
import { logStep, measure } from '../log/log.ts';
import type { Charge, SpendingRepository } from './spending.repository.ts';
import { type BudgetKind, BUDGETS, type StageLimits, type VerificationTier } from './stage-limits.ts';

interface BudgetOptions {
  readonly limits: Pick<StageLimits, 'persons' | 'site'>;
  readonly spending: SpendingRepository;
  /** By channel id. */
  readonly tierOf: (channelId: string) => Promise<VerificationTier>;
  readonly clock: () => number;
}

export type Budgets = ReturnType<typeof dayBudgets>;

/** Daily budgets per person and for the whole site (UTC). */
export function dayBudgets({ limits, spending, tierOf, clock }: BudgetOptions) {
  const { persons, site } = limits;
  const isBounded = (kind: BudgetKind): boolean =>
    [...Object.values(persons), site].some((budget) => budget[kind] !== Infinity);
  const today = (): string => dayOf(clock());
  const ownOf = async (kind: BudgetKind, channelId: string): Promise<number> =>
    persons[await tierOf(channelId)][kind];
  const judge = async (kind: BudgetKind, channelId: string, more: number, used: number): Promise<void> => {
    if (isTooMuch(used, more, await ownOf(kind, channelId))) throw refusal('day_limit', kind, clock());
    const usedByAll = (await spending.ofSite(today()))[kind];
    if (isTooMuch(usedByAll, more, site[kind])) throw refusal('site_day_limit', kind, clock());
  };
  return {
    /** Throws `too_many_requests` with the time when it resets, if too little is left. */
    take: async (kind: BudgetKind, charge: Charge): Promise<void> => {
      if (!isBounded(kind)) return;
      const { channelId } = charge;
      await spending.raise(today(), kind, charge, (more, used) => judge(kind, channelId, more, used));
    },
    /** Throws as `take` when nothing is left. */
    require: async (kind: BudgetKind, channelId: string): Promise<void> => {
      if (!isBounded(kind)) return;
      await judge(kind, channelId, 0, await spending.ofPerson(today(), kind, channelId));
    },
    /** Whether the person's own budget is used up. */
    isSpent: async (kind: BudgetKind, channelId: string): Promise<boolean> => {
      if (!isBounded(kind)) return false;
      const used = await spending.ofPerson(today(), kind, channelId);
      return isTooMuch(used, 0, await ownOf(kind, channelId));
    },
    /** Records use, even beyond the budget. */
    note: async (kind: BudgetKind, charge: Charge): Promise<void> => {
      if (isBounded(kind)) await spending.raise(today(), kind, charge, async () => undefined);
    },
  };
}

/** A used-up budget rejects even a charge of 0. */
const isTooMuch = (used: number, more: number, budget: number): boolean =>
  used >= budget || used + more > budget;

function refusal(reason: 'day_limit' | 'site_day_limit', kind: BudgetKind, nowMs: number): DomainError {
  const leftMs = DAY_MS - (nowMs % DAY_MS);
  return new DomainError('too_many_requests', reason, { kind, wait_s: Math.ceil(leftMs / 1000) });
}

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
