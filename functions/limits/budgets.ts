import { DAY_MS } from '#shared/plain/time.ts';
import { dayOf } from '#functions/base/day.ts';
import { DomainError } from '#functions/base/errors.ts';
import { logStep, measure } from '#functions/log/log.ts';
import type { Charge, Charges, SpendingRepository } from './spending.repository.ts';
import { type AccountTier, type BudgetKind, BUDGETS, type StageLimits } from './stage-limits.ts';

interface BudgetOptions {
  readonly limits: Pick<StageLimits, 'persons' | 'site' | 'reserve'>;
  readonly spending: SpendingRepository;
  /** By channel id. */
  readonly tierOf: (channelId: string) => Promise<AccountTier>;
  readonly clock: () => number;
}

export type Budgets = ReturnType<typeof dayBudgets>;

/**
 * Daily budgets per person and for the whole site (UTC). New accounts have smaller ones, and are refused once the rest of
 * the site's is reserved for established accounts, so that many sign-ups can stop only other new accounts.
 */
export function dayBudgets({ limits, spending, tierOf, clock }: BudgetOptions) {
  const { persons, site, reserve } = limits;
  const isBounded = (kind: BudgetKind): boolean =>
    [...Object.values(persons), site].some((budget) => budget[kind] !== Infinity);
  const today = (): string => dayOf(clock());
  const judge = async (kind: BudgetKind, channelId: string, more: number, used: number): Promise<void> => {
    const tier = await tierOf(channelId);
    if (isTooMuch(used, more, persons[tier][kind])) throw refusal('day_limit', kind, clock());
    const usedByAll = (await spending.ofSite(today()))[kind];
    if (isTooMuch(usedByAll, more, site[kind])) throw refusal('site_day_limit', kind, clock());
    if (tier !== 'established' && isTooMuch(usedByAll, more, site[kind] * (1 - reserve)))
      throw new DomainError('too_many_requests', 'new_accounts_day_limit', { wait_s: leftS(clock()) });
  };
  const raise = async (
    { amounts, ...item }: Charges,
    check: (kind: BudgetKind, more: number, used: number) => Promise<void>,
  ): Promise<void> => {
    const bounded = Object.fromEntries(
      BUDGETS.filter((kind) => isBounded(kind) && amounts[kind] !== undefined).map((kind) => [
        kind,
        amounts[kind],
      ]),
    );
    if (Object.keys(bounded).length > 0) await spending.raise(today(), { ...item, amounts: bounded }, check);
  };
  /** As `take`, of several budgets: of all of them, or of none if one has too little left. */
  const takeAll = (charges: Charges): Promise<void> =>
    raise(charges, (kind, more, used) => judge(kind, charges.channelId, more, used));
  return {
    takeAll,
    /** Throws `too_many_requests` with the time when it resets, if too little is left. */
    take: (kind: BudgetKind, charge: Charge): Promise<void> => takeAll(ofOne(kind, charge)),
    /** Throws as `take` when nothing is left. */
    require: async (kind: BudgetKind, channelId: string): Promise<void> => {
      if (!isBounded(kind)) return;
      await judge(kind, channelId, 0, await spending.ofPerson(today(), kind, channelId));
    },
    /** Whether the person's own budget is used up. */
    isSpent: async (kind: BudgetKind, channelId: string): Promise<boolean> => {
      if (!isBounded(kind)) return false;
      const used = await spending.ofPerson(today(), kind, channelId);
      return isTooMuch(used, 0, persons[await tierOf(channelId)][kind]);
    },
    /** Records use, even beyond the budget. */
    note: (kind: BudgetKind, charge: Charge): Promise<void> =>
      raise(ofOne(kind, charge), async () => undefined),
  };
}

const ofOne = (kind: BudgetKind, { amount, ...item }: Charge): Charges => ({
  ...item,
  amounts: { [kind]: amount },
});

/** A used-up budget rejects even a charge of 0. */
const isTooMuch = (used: number, more: number, budget: number): boolean =>
  used >= budget || used + more > budget;

function refusal(reason: 'day_limit' | 'site_day_limit', kind: BudgetKind, nowMs: number): DomainError {
  const params = { kind: named(kind), wait_s: leftS(nowMs) };
  return new DomainError('too_many_requests', reason, params);
}

/** As the sentence calls it. No request is refused for replays. */
function named(kind: BudgetKind): Exclude<BudgetKind, 'compatible' | 'replays'> | 'other' {
  if (kind === 'replays') return 'other';
  return kind === 'compatible' ? 'camera' : kind;
}

/** Until midnight UTC. */
const leftS = (nowMs: number): number => Math.ceil((DAY_MS - (nowMs % DAY_MS)) / 1000);

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
