import type { Costs } from '#functions/costs/costs.ts';

/** For who does not look at what things cost. */
export const noCosts: Costs = {
  note: async () => {},
  require: async () => {},
  isReached: async () => false,
  visibleCost: async () => undefined,
};
