import { DomainError } from '../base/errors.ts';
import { monthOf } from '../base/day.ts';
import type { Costs, CostsRepository } from './ports.ts';
import { dollarsOfUse } from './usage.ts';

export interface CostsOptions {
  readonly kept: CostsRepository;
  /** Viewers of the channel, one point a minute. */
  readonly audience: (channelId: string, fromMs: number, toMs: number) => Promise<readonly Watched[]>;
  /** Whether streamers see what their broadcasts cost. */
  readonly isVisible: boolean;
  readonly clock: () => number;
}

interface Watched {
  readonly viewers: number;
}

const MINUTES_AN_HOUR = 60;

/** A channel's costs and cap, by month (UTC). */
export function channelCosts({ kept, audience, isVisible, clock }: CostsOptions): Costs {
  /** The cap if it is reached. Costs one read for most channels, which have none. */
  const reachedCap = async (channelId: string): Promise<number | undefined> => {
    const cap = await kept.capOf(channelId);
    if (cap === undefined) return undefined;
    return (await kept.ofMonth(channelId, monthOf(clock()))) >= cap ? cap : undefined;
  };
  return {
    note: async (broadcast, use, untilMs) => {
      const points = await audience(broadcast.channelId, broadcast.startedAtMs, untilMs);
      const viewerHours = points.reduce((sum, { viewers }) => sum + viewers, 0) / MINUTES_AN_HOUR;
      const dollars = dollarsOfUse(use, viewerHours);
      if (dollars > 0) await kept.raise(broadcast, dollars);
    },
    require: async (channelId) => {
      const cap = await reachedCap(channelId);
      if (cap !== undefined) throw refusal(cap, clock());
    },
    isReached: async (channelId) => (await reachedCap(channelId)) !== undefined,
    visibleCost: async (broadcast) => (isVisible ? kept.find(broadcast) : undefined),
  };
}

function refusal(cap: number, nowMs: number): DomainError {
  const now = new Date(nowMs);
  const next = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1));
  const day = next.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' });
  const words = `This month your broadcasts have cost what this site can spend on your channel: $${cap}. You can go live again on ${day} (UTC). Your videos and your chat stay as they are.`;
  return new DomainError('cap_reached', words, { retryAfterS: Math.ceil((next.getTime() - nowMs) / 1000) });
}
