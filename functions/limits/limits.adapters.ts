import { DAY_MS } from '#shared/plain/time.ts';
import { getItem } from '#functions/aws/table/get-item.ts';
import type { Table } from '#functions/aws/table/table.ts';
import { dayBudgets } from './budgets.ts';
import { countersRepository } from './counters.repository.ts';
import { rateCounter } from './rate-counter.ts';
import { spendingRepository } from './spending.repository.ts';
import {
  type AccountTier,
  type AddressRates,
  type CountedKind,
  type DayBudget,
  type StageLimits,
  stageLimits,
} from './stage-limits.ts';

export interface LimitsEnvironment {
  readonly LIMITS: string;
  /** @default as in `LIMITS` */
  readonly NEW_ACCOUNT_DAYS?: string | undefined;
  /** Of the site's budgets, for established accounts. @default as in `LIMITS` */
  readonly RESERVED_PERCENT?: string | undefined;
  /** Of the site a day, a `Partial<DayBudget>` as JSON. @default as in `LIMITS` */
  readonly SITE_BUDGETS?: string | undefined;
}

export interface RatesEnvironment {
  readonly LIMITS: string;
  /** `AddressRates` as JSON. @default as in `LIMITS` */
  readonly ADDRESS_RATES?: string | undefined;
}

/** `partitionOf`: for a Lambda that may write no other counters. */
export const rateCounterOf = (
  table: Table,
  environment: RatesEnvironment,
  partitionOf?: (key: string) => string,
) =>
  rateCounter({
    rates: ratesIn(environment),
    counters: countersRepository(table, partitionOf),
    clock: Date.now,
  });

export function budgetsOf(table: Table, environment: LimitsEnvironment) {
  const limits = limitsIn(environment);
  return dayBudgets({
    limits,
    spending: spendingRepository(table),
    tierOf: accountTierIn(table, limits.newAccountDays),
    clock: Date.now,
  });
}

export const budgetWatch = (table: Table, environment: LimitsEnvironment) => ({
  limits: limitsIn(environment),
  spending: spendingRepository(table),
  clock: Date.now,
});

/** As `LIMITS` has them, or as the operator has set them. */
function ratesIn({ LIMITS, ADDRESS_RATES = '{}' }: RatesEnvironment): StageLimits['rates'] {
  const { rates } = stageLimits(LIMITS);
  const given = Object.entries(JSON.parse(ADDRESS_RATES) as AddressRates) as [CountedKind, number][];
  const changed = given.flatMap(([kind, requests]) =>
    rates[kind] ? [[kind, { ...rates[kind], requests }]] : [],
  );
  return { ...rates, ...(Object.fromEntries(changed) as StageLimits['rates']) };
}

/** As `LIMITS` has them, or as the operator has set them. */
function limitsIn({
  LIMITS,
  NEW_ACCOUNT_DAYS,
  RESERVED_PERCENT,
  SITE_BUDGETS = '{}',
}: LimitsEnvironment): StageLimits {
  const limits = stageLimits(LIMITS);
  return {
    ...limits,
    site: { ...limits.site, ...(JSON.parse(SITE_BUDGETS) as Partial<DayBudget>) },
    ...(NEW_ACCOUNT_DAYS !== undefined && { newAccountDays: Number(NEW_ACCOUNT_DAYS) }),
    ...(RESERVED_PERCENT !== undefined && { reserve: Number(RESERVED_PERCENT) / 100 }),
  };
}

/**
 * The account (`CHANNEL#<id>`, `ACCOUNT`) belongs to `functions/auth`. Eventually consistent: a new proof may count a
 * moment later.
 */
const accountTierIn =
  (table: Table, newAccountDays: number) =>
  async (channelId: string): Promise<AccountTier> => {
    const key = { pk: `CHANNEL#${channelId}`, sk: 'ACCOUNT' };
    const account = await getItem<StoredAccount>(table, key, { isConsistent: false });
    if (account?.is_unverified) return 'unverified';
    const ageMs = Date.now() - Date.parse(account?.created_at ?? '');
    return ageMs >= newAccountDays * DAY_MS ? 'established' : 'new';
  };

interface StoredAccount {
  readonly created_at: string;
  readonly is_unverified?: boolean;
}
