import { getItem } from '../aws/table/get-item.ts';
import type { Table } from '../aws/table/table.ts';
import { dayBudgets } from './budgets.ts';
import { countersRepository } from './counters.repository.ts';
import type { Budgets, RateCounter } from './ports.ts';
import { rateCounter } from './rate-counter.ts';
import { spendingRepository } from './spending.repository.ts';
import { stageLimits, type VerificationTier } from './stage-limits.ts';

interface LimitsEnvironment {
  readonly LIMITS: string;
}

/** Counts what comes from one address, as the stage's limits have it. */
export const addressCounter = (table: Table, { LIMITS }: LimitsEnvironment): RateCounter =>
  rateCounter({ rates: stageLimits(LIMITS).rates, counters: countersRepository(table), clock: Date.now });

/** The stage's budgets, in the table. */
export const budgetsOf = (table: Table, { LIMITS }: LimitsEnvironment): Budgets =>
  dayBudgets({
    limits: stageLimits(LIMITS),
    spending: spendingRepository(table),
    tierOf: verificationTierIn(table),
    clock: Date.now,
  });

/** What the minute tick measures. */
export const budgetWatch = (table: Table, { LIMITS }: LimitsEnvironment) => ({
  limits: stageLimits(LIMITS),
  spending: spendingRepository(table),
  clock: Date.now,
});

/**
 * Whether the account's address is proven, by which its budgets are. The account is of `functions/auth`, with the key
 * `CHANNEL#<id>`, `ACCOUNT`. Eventually consistent: a new proof may count a moment later.
 */
const verificationTierIn =
  (table: Table) =>
  async (channelId: string): Promise<VerificationTier> => {
    const key = { pk: `CHANNEL#${channelId}`, sk: 'ACCOUNT' };
    const account = await getItem<{ is_unverified?: boolean }>(table, key, { isConsistent: false });
    return account?.is_unverified ? 'unverified' : 'verified';
  };
