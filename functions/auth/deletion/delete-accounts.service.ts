import { type AccountDeletionStep, type Deletion, LATE_WRITE_GRACE_MS, LEASE_MS } from './deletion.ts';
import type { DeletionsRepository } from './deletions.repository.ts';
import type { BegunEnd } from '../table/session-ends.repository.ts';
import type { SuspensionWork } from './suspension.item.ts';
import { once } from '../../base/once.ts';
import { eachItem } from '../../log/each-item.ts';
import { logStep } from '../../log/log.ts';

export interface DeletionDeps {
  readonly deletions: DeletionsRepository;
  /** In order. */
  readonly steps: () => Promise<readonly AccountDeletionStep[]>;
  /** Continues a suspension; begins no step after `untilMs`. */
  readonly suspend: (work: SuspensionWork, untilMs: number) => Promise<void>;
  /** Ends the sessions that an interrupted change has left. */
  readonly finishSessionEnd: (begun: BegunEnd) => Promise<void>;
  readonly clock: () => number;
}

/** Of one run; the rest waits for the next minute. */
const MAX_ACCOUNTS = 20;
const AT_ONCE = 4;
/** How long a run begins steps. The Lambda has a minute, also for other work. */
const WORK_MS = 20_000;

/**
 * The minute tick: continues due deletions, suspensions and ends of sessions; one read when there are none. Stores no
 * progress: each step finds what is left, so an interrupted step simply runs again. A failure does not stop the others.
 */
export async function onDeletionsTick(ports: DeletionDeps): Promise<void> {
  const due = await ports.deletions.listDue(ports.clock(), MAX_ACCOUNTS);
  if (due.length === 0) return;
  const steps = once(ports.steps);
  const untilMs = ports.clock() + WORK_MS;
  const work = async (one: (typeof due)[number]) => {
    if ('attempt' in one) return ports.finishSessionEnd(one);
    if ('phase' in one) return ports.suspend(one, untilMs);
    return deleteAccount(ports, one, { steps: await steps(), untilMs });
  };
  await eachItem(due, { step: 'accounts.due', atOnce: AT_ONCE, work });
  logStep('accounts.deleted', { accounts: due.length });
}

interface Run {
  readonly steps: readonly AccountDeletionStep[];
  readonly untilMs: number;
}

async function deleteAccount(
  { deletions, clock }: DeletionDeps,
  deletion: Deletion,
  { steps, untilMs }: Run,
): Promise<void> {
  const claimed = await deletions.claim(deletion, clock() + LEASE_MS);
  if (!claimed) return;
  const { id, isSwept: isLast } = deletion;
  const account = { id, isLast, hasTime: () => clock() < untilMs };
  for (const step of steps) {
    if (await step(account)) continue;
    await deletions.replace(claimed, { ...claimed, dueMs: clock() });
    return;
  }
  if (isLast) await deletions.remove(claimed);
  else await deletions.replace(claimed, { id, isSwept: true, dueMs: clock() + LATE_WRITE_GRACE_MS });
}
