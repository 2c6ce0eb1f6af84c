import { getItem } from '../aws/table/get-item.ts';
import type { Table } from '../aws/table/table.ts';
import { dayBudgets } from './budgets.ts';
import { countersRepository } from './counters.repository.ts';
import { rateCounter } from './rate-counter.ts';
import { spendingRepository } from './spending.repository.ts';
import { stageLimits, type VerificationTier } from './stage-limits.ts';

interface LimitsEnvironment {
  readonly LIMITS: string;
}

export const addressCounter = (table: Table, { LIMITS }: LimitsEnvironment) =>
  rateCounter({ rates: stageLimits(LIMITS).rates, counters: countersRepository(table), clock: Date.now });

export const budgetsOf = (table: Table, { LIMITS }: LimitsEnvironment) =>
  dayBudgets({
    limits: stageLimits(LIMITS),
    spending: spendingRepository(table),
    tierOf: verificationTierIn(table),
    clock: Date.now,
  });

export const budgetWatch = (table: Table, { LIMITS }: LimitsEnvironment) => ({
  limits: stageLimits(LIMITS),
  spending: spendingRepository(table),
  clock: Date.now,
});

/**
 * Whether the account's address is proven, which decides its budgets. The account (`CHANNEL#<id>`, `ACCOUNT`) belongs
 * to `functions/auth`. Eventually consistent: a new proof may count a moment later.
 */
const verificationTierIn =
  (table: Table) =>
  async (channelId: string): Promise<VerificationTier> => {
    const key = { pk: `CHANNEL#${channelId}`, sk: 'ACCOUNT' };
    const account = await getItem<{ is_unverified?: boolean }>(table, key, { isConsistent: false });
    return account?.is_unverified ? 'unverified' : 'verified';
  };
