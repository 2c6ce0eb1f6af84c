import { type Budgets, dayBudgets } from '#functions/limits/budgets.ts';
import type { SpendingRepository } from '#functions/limits/spending.repository.ts';
import { BUDGETS, stageLimits, type AccountTier, type BudgetKind } from '#functions/limits/stage-limits.ts';

/** What was used, kept in memory. */
function memorySpending(): SpendingRepository {
  const used = new Map<string, number>();
  const sum = (isOne: (key: readonly string[]) => boolean): number =>
    [...used].reduce((total, [key, amount]) => (isOne(key.split(' ')) ? total + amount : total), 0);
  const ofPerson = async (day: string, kind: BudgetKind, channelId: string) =>
    sum(([onDay, ofKind, of]) => onDay === day && ofKind === kind && of === channelId);
  const ofSite = (day: string, kind: BudgetKind) =>
    sum(([onDay, ofKind]) => onDay === day && ofKind === kind);
  return {
    ofPerson,
    ofSite: async (day) => ({
      videos: ofSite(day, 'videos'),
      uploads: ofSite(day, 'uploads'),
      files: ofSite(day, 'files'),
      camera: ofSite(day, 'camera'),
      compatible: ofSite(day, 'compatible'),
      software: ofSite(day, 'software'),
      clips: ofSite(day, 'clips'),
      replays: ofSite(day, 'replays'),
    }),
    raise: async (day, { channelId, itemId, amounts }, judge) => {
      const raised = new Map<string, number>();
      for (const kind of BUDGETS) {
        const key = [day, kind, channelId, itemId].join(' ');
        const more = (amounts[kind] ?? 0) - (used.get(key) ?? 0);
        if (more <= 0) continue;
        await judge(kind, more, await ofPerson(day, kind, channelId));
        raised.set(key, (used.get(key) ?? 0) + more);
      }
      for (const [key, amount] of raised) used.set(key, amount);
    },
  };
}

/** Budgets of a public site, counted in memory. */
export const memoryBudgets = (
  clock: () => number,
  tierOf: (channelId: string) => Promise<AccountTier> = async () => 'established',
): Budgets => dayBudgets({ limits: stageLimits('cloud'), spending: memorySpending(), tierOf, clock });
