import { DomainError } from '#functions/base/errors.ts';
import { dayOf, monthOf } from '#functions/base/day.ts';
import type { BilledBroadcast, CostsRepository } from './costs.repository.ts';
import { dollarsOfUse, type Use } from './usage.ts';

interface CostsOptions {
  readonly kept: CostsRepository;
  /** Viewers of the channel, one point a minute. */
  readonly audience: (
    channelId: string,
    fromMs: number,
    toMs: number,
  ) => Promise<readonly { readonly viewers: number }[]>;
  /** Whether streamers see what their broadcasts cost. */
  readonly isVisible: boolean;
  readonly clock: () => number;
}

const MINUTES_AN_HOUR = 60;

export type Costs = ReturnType<typeof channelCosts>;

/** Estimated costs and caps of channels in dollars, by month (UTC). */
export function channelCosts({ kept, audience, isVisible, clock }: CostsOptions) {
  /** The cap if it is reached. Costs one read for most channels, which have none. */
  const reachedCap = async (channelId: string): Promise<number | undefined> => {
    const cap = await kept.capOf(channelId);
    if (cap === undefined) return undefined;
    return (await kept.ofMonth(channelId, monthOf(clock()))) >= cap ? cap : undefined;
  };
  return {
    /** Records the use until `untilMs`. Repeated, late and unordered calls count once, by the highest use. */
    note: async (broadcast: BilledBroadcast, use: Use, untilMs: number): Promise<void> => {
      const points = await audience(broadcast.channelId, broadcast.startedAtMs, untilMs);
      const viewerHours = points.reduce((sum, { viewers }) => sum + viewers, 0) / MINUTES_AN_HOUR;
      const dollars = dollarsOfUse(use, viewerHours);
      if (dollars > 0) await kept.raise(broadcast, dollars);
    },
    /** Throws `cap_reached`, with the time when it resets, if the month's cap is reached. */
    require: async (channelId: string): Promise<void> => {
      const cap = await reachedCap(channelId);
      if (cap !== undefined) throw refusal(cap, clock());
    },
    /** Whether `require` would throw. */
    isReached: async (channelId: string): Promise<boolean> => (await reachedCap(channelId)) !== undefined,
    /** For the owner; `undefined` where the stage hides costs, or nothing was recorded. */
    visibleCost: async (broadcast: BilledBroadcast): Promise<number | undefined> =>
      isVisible ? kept.find(broadcast) : undefined,
  };
}

function refusal(cap: number, nowMs: number): DomainError {
  const now = new Date(nowMs);
  const next = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1));
  const retryAfterS = Math.ceil((next.getTime() - nowMs) / 1000);
  return new DomainError('cap_reached', 'cap_reached', {
    cap_usd: cap,
    day: dayOf(next.getTime()),
    retryAfterS,
  });
}
