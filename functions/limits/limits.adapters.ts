import type { Table } from '../aws/table/table.ts';
import { dayBudgets } from './budgets.ts';
import { countersRepository } from './counters.repository.ts';
import type { Budgets, RateCounter } from './ports.ts';
import { rateCounter } from './rate-counter.ts';
import { spendingRepository } from './spending.repository.ts';
import { stageLimits } from './stage-limits.ts';
import { verificationTierIn } from './verification-tier.repository.ts';

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

/** What the tick looks after. */
export const budgetWatch = (table: Table, { LIMITS }: LimitsEnvironment) => ({
  limits: stageLimits(LIMITS),
  spending: spendingRepository(table),
  clock: Date.now,
});
