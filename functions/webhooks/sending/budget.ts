import { isWithinLimit } from '#functions/base/errors.ts';
import type { RateCounter } from '#functions/limits/rate-counter.ts';

/** In ms since 1970; `null` where the request is within the budgets. */
export type RefusedUntil = number | null;

/** Counts a request to the budgets of its channel and of the site, in that order. */
export const webhookBudget =
  (rates: RateCounter, clock: () => number) =>
  async (channelId: string): Promise<RefusedUntil> => {
    let untilMs: RefusedUntil = null;
    const count = async (): Promise<void> => {
      await rates.count('webhook of channel', channelId);
      await rates.count('webhook of site', 'all');
    };
    await isWithinLimit(count(), ({ retryAfterS = 60 }) => {
      untilMs = clock() + retryAfterS * 1000;
    });
    return untilMs;
  };
