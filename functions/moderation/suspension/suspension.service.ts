import type { DeletionStep } from '../../base/deletion-step.ts';
import type { SuspensionsRepository } from './suspension.item.ts';
import type { SuspendedPerson, SuspensionWork } from './suspension.ts';

export interface SuspensionDeps {
  readonly suspensions: SuspensionsRepository;
  readonly accounts: { findById(id: string): Promise<SuspendedPerson | null> };
  /** Sends the mail, if the stage and the address allow it. Never throws. */
  readonly notify: (account: SuspendedPerson) => Promise<void>;
  /** Steps that end streams and withhold content; each finds what is left to do. */
  readonly hide: readonly DeletionStep[];
  /** Steps that restore content. */
  readonly show: readonly DeletionStep[];
  /** Ends a suspension whose time is over. */
  readonly end: (id: string) => Promise<void>;
  /** How long one worker has before another may take over, in ms. */
  readonly leaseMs: number;
  readonly clock: () => number;
}

/**
 * Continues a suspension: notifies the person, ends their stream, withholds their videos, and waits for the end; or restores
 * the videos. Each step finds what is left, so an interrupted run is simply repeated. The person may get the mail twice if a
 * process dies right after sending it. No step begins after `untilMs`.
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
  // Schedules the restoring itself.
  if (phase === 'held') return deps.end(id);
  const current = phase === 'begin' ? await notifyOnce(deps, claimed) : claimed;
  if (!current) return;
  for (const step of phase === 'begin' ? deps.hide : deps.show) {
    if (await step({ id, hasTime: () => clock() < untilMs })) continue;
    await suspensions.replace(current, { ...current, dueMs: clock() });
    return;
  }
  if (phase === 'begin' && work.untilMs !== null)
    await suspensions.replace(current, { ...current, phase: 'held', dueMs: work.untilMs });
  else await suspensions.remove(current);
}

/** `null` if another worker has taken over. */
async function notifyOnce(deps: SuspensionDeps, claimed: SuspensionWork): Promise<SuspensionWork | null> {
  if (claimed.isNotified) return claimed;
  const account = await deps.accounts.findById(claimed.id);
  if (account) await deps.notify(account);
  // A different due time, because changes are detected by it.
  const notified = { ...claimed, isNotified: true, dueMs: claimed.dueMs + 1 };
  return (await deps.suspensions.replace(claimed, notified)) ? notified : null;
}
