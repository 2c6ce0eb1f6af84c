import type { ErrorReason } from '#shared/base/errors.ts';
import { setBounded } from '#shared/plain/bounded.ts';
import { DomainError } from '#functions/base/errors.ts';
import type { CountersRepository } from './counters.repository.ts';
import { estimatedCount, opensAfterMs, windowAt } from './sliding-window.ts';
import type { CountedKind, Rate, StageLimits } from './stage-limits.ts';

interface LocalCount {
  /** Not yet in the table. */
  pending: number;
  /** Rejected until then, without another write. */
  closedUntilMs: number;
}

export type RateCounter = ReturnType<typeof rateCounter>;

/** Keeps the latest; a forgotten one loses at most an uncounted batch. */
const MAX_LOCAL = 10_000;

interface RateCounterOptions {
  readonly rates: StageLimits['rates'];
  readonly counters: CountersRepository;
  readonly clock: () => number;
}

/**
 * Counts in the shared table with one write per batch; a refusal costs one write per Lambda. Each Lambda lets through
 * at most a batch beyond the limit.
 */
export function rateCounter({ rates, counters, clock }: RateCounterOptions) {
  const local = new Map<string, LocalCount>();
  const flush = async (kind: CountedKind, key: string, rate: Rate, one: LocalCount): Promise<void> => {
    const { requests, windowMs } = rate;
    const amount = one.pending;
    one.pending = 0;
    const counts = await counters.add(key, { window: windowAt(clock(), windowMs), windowMs }, amount);
    const nowMs = clock();
    if (estimatedCount(counts, nowMs, windowMs) <= requests) return;
    const afterMs = opensAfterMs(counts, requests, nowMs, windowMs);
    one.closedUntilMs = nowMs + afterMs;
    throw rateRefusal(kind, afterMs);
  };
  return {
    /** Throws `too_many_requests` with the time when it resets. */
    count: async (kind: CountedKind, who: string): Promise<void> => {
      const rate = rates[kind];
      if (!rate) return;
      const key = `${kind}#${who}`;
      const one = local.get(key) ?? { pending: 0, closedUntilMs: 0 };
      setBounded(local, key, one, MAX_LOCAL);
      const closedMs = one.closedUntilMs - clock();
      if (closedMs > 0) throw rateRefusal(kind, closedMs);
      one.pending += 1;
      if (one.pending >= (rate.batch ?? 1)) await flush(kind, key, rate, one);
    },
  };
}

const REASONS = {
  'sign-up': 'many_accounts',
  'log-in': 'many_log_ins',
  'forgotten password': 'many_codes_from_network',
  mail: 'many_codes_to_address',
  report: 'many_reports',
  comment: 'many_comments',
  'comments of a day': 'many_comments',
  change: 'many_changes',
  file: 'many_changes',
  caption: 'many_live_captions',
  presence: 'many_requests',
  view: 'many_requests',
  read: 'many_requests',
  'subscription by pass': 'many_requests',
  'subscription by person': 'many_requests',
  'subscription by network': 'many_requests',
  'webhook of channel': 'many_requests',
  'webhook of site': 'many_requests',
} as const satisfies Readonly<Record<CountedKind, ErrorReason>>;

export const rateRefusal = (kind: CountedKind, afterMs: number): DomainError =>
  new DomainError('too_many_requests', REASONS[kind], { wait_s: Math.max(1, Math.ceil(afterMs / 1000)) });
