import type { AccountStep } from '#functions/base/account-step.ts';
import type { SuspensionsRepository, SuspensionWork } from '#functions/auth/index.ts';
import type { SuspendedPerson } from './suspended-mail.ts';

export interface SuspensionDeps {
  readonly suspensions: SuspensionsRepository;
  readonly accounts: { findById(id: string): Promise<SuspendedPerson | null> };
  /** Never throws. Sends nothing if the stage or the address does not allow it. */
  readonly notify: (account: SuspendedPerson) => Promise<void>;
  /** Ends streams and withholds content. */
  readonly hide: readonly AccountStep[];
  readonly show: readonly AccountStep[];
  /** Deletes all media. */
  readonly purge: () => Promise<readonly AccountStep[]>;
  readonly end: (id: string) => Promise<void>;
  /** In ms. */
  readonly leaseMs: number;
  readonly clock: () => number;
}

/**
 * Continues a suspension or its end; see `SuspensionWork.phase`. Each step finds its remaining work, so an interrupted run
 * can be repeated. The person gets the mail twice if the process dies right after sending it. No step begins after `untilMs`.
 */
export async function advanceSuspension(
  deps: SuspensionDeps,
  work: SuspensionWork,
  untilMs: number,
): Promise<void> {
  const { suspensions, clock } = deps;
  const { id, phase } = work;
  const claimed = await suspensions.claim(work, clock() + deps.leaseMs);
  if (!claimed) return;
  // `end` schedules the restoring.
  if (phase === 'held') return deps.end(id);
  const current = phase === 'begin' ? await notifyOnce(deps, claimed) : claimed;
  if (!current) return;
  for (const step of await stepsOf(deps, phase)) {
    if (await step({ id, hasTime: () => clock() < untilMs })) continue;
    await suspensions.replace(current, { ...current, dueMs: clock() });
    return;
  }
  if (phase !== 'end' && work.untilMs !== null)
    await suspensions.replace(current, { ...current, phase: 'held', dueMs: work.untilMs });
  else await suspensions.remove(current);
}

async function stepsOf(deps: SuspensionDeps, phase: 'begin' | 'end' | 'purge') {
  if (phase === 'purge') return deps.purge();
  return phase === 'begin' ? deps.hide : deps.show;
}

/** `null` if another worker has taken over. */
async function notifyOnce(deps: SuspensionDeps, claimed: SuspensionWork): Promise<SuspensionWork | null> {
  if (claimed.isNotified) return claimed;
  const account = await deps.accounts.findById(claimed.id);
  if (account) await deps.notify(account);
  // Changes the due time, because the repository detects changes by it.
  const notified = { ...claimed, isNotified: true, dueMs: claimed.dueMs + 1 };
  return (await deps.suspensions.replace(claimed, notified)) ? notified : null;
}
