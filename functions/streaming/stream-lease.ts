import { DomainError } from '#functions/base/errors.ts';
import type { LeasesRepository } from './table/streaming.repository.ts';

export interface LeaseDeps {
  readonly leases: LeasesRepository;
  readonly clock: () => number;
}

/** How long one change of a stream may block others, so that a dead holder blocks no longer. */
export const LEASE_MS = 20_000;
const WAIT_MS = 10_000;
const POLL_MS = 250;

/**
 * Runs one change of a channel's stream at a time, because concurrent starts would revoke each other's keys. Waits for
 * the lease; throws `conflict` when it stays taken.
 */
export async function whileLeased(
  { leases, clock }: LeaseDeps,
  channelId: string,
  work: () => Promise<void>,
): Promise<void> {
  const holder = crypto.randomUUID();
  const deadlineMs = clock() + WAIT_MS;
  while (!(await leases.acquire(channelId, holder, clock(), clock() + LEASE_MS))) {
    if (clock() > deadlineMs) throw new DomainError('conflict', 'stream_changing', { retryAfterS: 5 });
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  try {
    await work();
  } finally {
    await leases.release(channelId, holder);
  }
}
