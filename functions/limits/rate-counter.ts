import { setBounded } from '../../shared/plain/bounded.ts';
import type { CountersRepository, RateCounter } from './ports.ts';
import { rateRefusal } from './rate-refusal.ts';
import { countedLately, opensAfterMs, windowAt } from './sliding-window.ts';
import type { CountedKind, Rate, StageLimits } from './stage-limits.ts';

interface Known {
  /** Not yet in the table. */
  pending: number;
  /** Rejected until then, without another write. */
  closedUntilMs: number;
}

/** The latest; a forgotten one loses at most an uncounted batch. */
const MAX_KNOWN = 10_000;

interface RateCounterOptions {
  readonly rates: StageLimits['rates'];
  readonly counters: CountersRepository;
  readonly clock: () => number;
}

/**
 * Counts in the shared table with one write per batch; a refusal costs one write per Lambda. Each Lambda lets through
 * at most a batch beyond the limit.
 */
export function rateCounter({ rates, counters, clock }: RateCounterOptions): RateCounter {
  const known = rememberingLast<Known>(MAX_KNOWN, () => ({ pending: 0, closedUntilMs: 0 }));
  const flush = async (kind: CountedKind, key: string, rate: Rate, one: Known): Promise<void> => {
    const { requests, windowMs } = rate;
    const amount = one.pending;
    one.pending = 0;
    const counts = await counters.add(key, { window: windowAt(clock(), windowMs), windowMs }, amount);
    const nowMs = clock();
    if (countedLately(counts, nowMs, windowMs) <= requests) return;
    const afterMs = opensAfterMs(counts, requests, nowMs, windowMs);
    one.closedUntilMs = nowMs + afterMs;
    throw rateRefusal(kind, afterMs);
  };
  return {
    count: async (kind, who) => {
      const rate = rates[kind];
      if (!rate) return;
      const key = `${kind}#${who}`;
      const one = known(key);
      const closedMs = one.closedUntilMs - clock();
      if (closedMs > 0) throw rateRefusal(kind, closedMs);
      one.pending += 1;
      if (one.pending >= (rate.batch ?? 1)) await flush(kind, key, rate, one);
    },
  };
}

/** Creates missing values; forgets those unused for longest. */
function rememberingLast<T>(most: number, make: () => T): (key: string) => T {
  const kept = new Map<string, T>();
  return (key) => {
    const value = kept.get(key) ?? make();
    setBounded(kept, key, value, most);
    return value;
  };
}
