import type { BudgetKind, CountedKind } from './stage-limits.ts';
import type { WindowCounts } from './sliding-window.ts';

/** Shared by all Lambdas. */
export interface CountersRepository {
  /** Returns the window's new count. Counters expire when they no longer matter. */
  add(
    key: string,
    of: { readonly window: number; readonly windowMs: number },
    amount: number,
  ): Promise<WindowCounts>;
}

/** Limits requests and mails per address. */
export interface RateCounter {
  /** Throws `too_many_requests` with the time when it resets. */
  count(kind: CountedKind, who: string): Promise<void>;
}

/** What one item uses of a budget. */
export interface Charge {
  readonly channelId: string;
  /** Letters and digits; repeated charges of one item count once. */
  readonly itemId: string;
  /** The item's total of today; only grows. */
  readonly amount: number;
}

/** Daily budgets per person and for the whole site. */
export interface Budgets {
  /** Throws `too_many_requests` with the time when it resets, if too little is left. */
  take(kind: BudgetKind, charge: Charge): Promise<void>;
  /** Throws as `take` when nothing is left. */
  require(kind: BudgetKind, channelId: string): Promise<void>;
  /** Whether the person's own budget is used up. */
  isSpent(kind: BudgetKind, channelId: string): Promise<boolean>;
  /** Records use, even beyond the budget. */
  note(kind: BudgetKind, charge: Charge): Promise<void>;
}

/** Use per day, a date of ISO 8601. */
export interface SpendingRepository {
  ofPerson(day: string, kind: BudgetKind, channelId: string): Promise<number>;
  ofSite(day: string): Promise<Readonly<Record<BudgetKind, number>>>;
  /**
   * Raises the item's use to the charge's amount, for its person and the site. `judge` gets the increase and the
   * person's earlier use, and throws when it is too much.
   */
  raise(
    day: string,
    kind: BudgetKind,
    charge: Charge,
    judge: (more: number, used: number) => Promise<void>,
  ): Promise<void>;
}
