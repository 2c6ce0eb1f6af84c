import type { BudgetKind, CountedKind } from './stage-limits.ts';
import type { WindowCounts } from './sliding-window.ts';

/** Counters that all Lambdas share. */
export interface CountersRepository {
  /** Adds to what `key` has in this window; answers what there is then. Counters expire once they say nothing more. */
  add(
    key: string,
    of: { readonly window: number; readonly windowMs: number },
    amount: number,
  ): Promise<WindowCounts>;
}

/** Counts what comes from one address or goes to one, and holds it to the stage's limits. */
export interface RateCounter {
  /** One more of this kind from `who`, or to them. Throws `too_many_requests`, in words that say when it opens again. */
  count(kind: CountedKind, who: string): Promise<void>;
}

/** What one thing takes of a budget. */
export interface Charge {
  readonly channelId: string;
  /** An id, of letters and digits: what is asked for it twice is taken once. */
  readonly itemId: string;
  /** Of all that the thing has taken today; it only grows. */
  readonly amount: number;
}

/** What a day gives to each person, and to the whole site. */
export interface Budgets {
  /** Takes it. Throws `too_many_requests` where there is less left, in words that say when it opens again. */
  take(kind: BudgetKind, charge: Charge): Promise<void>;
  /** That something is left. Throws as `take`. */
  require(kind: BudgetKind, channelId: string): Promise<void>;
  /** Whether the person's own is used up. */
  isSpent(kind: BudgetKind, channelId: string): Promise<boolean>;
  /** Counts what was used, be it more than there was. */
  note(kind: BudgetKind, charge: Charge): Promise<void>;
}

/** What was used in a day: a date of ISO 8601. */
export interface SpendingRepository {
  ofPerson(day: string, kind: BudgetKind, channelId: string): Promise<number>;
  ofSite(day: string): Promise<Readonly<Record<BudgetKind, number>>>;
  /**
   * Raises what the thing has used to the charge's amount, for its person and for the site. `judge` is told how much more
   * that is and what the person has used before, and throws where it is too much.
   */
  raise(
    day: string,
    kind: BudgetKind,
    charge: Charge,
    judge: (more: number, used: number) => Promise<void>,
  ): Promise<void>;
}
