import { DomainError } from '../errors.ts';
import { DAY_MS, dayOf } from './day.ts';
import type { Budgets, SpendingRepository } from './ports.ts';
import { timeInWords } from './rate-refusal.ts';
import type { BudgetKind, StageLimits, Standing } from './stage-limits.ts';

export interface BudgetOptions {
  readonly limits: Pick<StageLimits, 'persons' | 'site'>;
  readonly spending: SpendingRepository;
  /** Of the account with this channel. */
  readonly standingOf: (channelId: string) => Promise<Standing>;
  readonly clock: () => number;
}

/** The stage's budgets. A day is one of UTC: then it opens again. */
export function dayBudgets({ limits, spending, standingOf, clock }: BudgetOptions): Budgets {
  const judge = async (kind: BudgetKind, channelId: string, more: number, used: number): Promise<void> => {
    const own = limits.persons[await standingOf(channelId)][kind];
    if (isTooMuch(used, more, own)) throw refusal(YOU[kind], clock());
    const site = limits.site[kind];
    if (site === Infinity) return;
    const ofAll = await spending.ofSite(dayOf(clock()));
    if (isTooMuch(ofAll[kind], more, site)) throw refusal(ALL[kind], clock());
  };
  return {
    take: (kind, charge) =>
      spending.raise(dayOf(clock()), kind, charge, (more, used) => judge(kind, charge.channelId, more, used)),
    require: async (kind, channelId) => {
      const used = await spending.ofPerson(dayOf(clock()), kind, channelId);
      await judge(kind, channelId, 0, used);
    },
    isSpent: async (kind, channelId) => {
      const used = await spending.ofPerson(dayOf(clock()), kind, channelId);
      return isTooMuch(used, 0, limits.persons[await standingOf(channelId)][kind]);
    },
    note: (kind, charge) => spending.raise(dayOf(clock()), kind, charge, async () => undefined),
  };
}

/** Of what is used up nothing is left, not even for nothing. */
const isTooMuch = (used: number, more: number, budget: number): boolean =>
  used >= budget || used + more > budget;

const YOU: Readonly<Record<BudgetKind, string>> = {
  videos: 'This is more video than you can publish in a day.',
  uploads: 'This is more than you can upload in a day.',
  files: 'You have uploaded very many files today.',
  camera: 'You have been live from your camera for as long as a day allows.',
  software: 'You have been live through streaming software for as long as a day allows.',
};

const ALL: Readonly<Record<BudgetKind, string>> = {
  videos: 'Everybody together has published as much today as Fanfare can take.',
  uploads: 'Everybody together has uploaded as much today as Fanfare can take.',
  files: 'Everybody together has uploaded as many files today as Fanfare can take.',
  camera: 'Everybody together has been live from their camera for as long as Fanfare can take in a day.',
  software: 'Everybody together has been live through software for as long as Fanfare can take in a day.',
};

function refusal(words: string, nowMs: number): DomainError {
  const leftMs = DAY_MS - (nowMs % DAY_MS);
  return new DomainError(
    'too_many_requests',
    `${words} It opens again in ${timeInWords(leftMs)}, at midnight UTC.`,
    { retryAfterS: Math.ceil(leftMs / 1000) },
  );
}
