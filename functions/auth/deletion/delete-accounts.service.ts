import { type AccountDeletionStep, type Deletion, LATE_WRITE_GRACE_MS, LEASE_MS } from './deletion.ts';
import type { DeletionsRepository, DueAccount } from './deletions.repository.ts';
import type { PendingSessionEnd } from '../table/session-ends.repository.ts';
import type { SuspensionWork } from './suspension.item.ts';
import { MINUTE_MS } from '#shared/plain/time.ts';
import { once } from '#functions/base/async/once.ts';
import { eachItem } from '#functions/log/each-item.ts';
import { logStep } from '#functions/log/log.ts';

export interface DeletionDeps {
  readonly deletions: DeletionsRepository;
  /** In order. */
  readonly steps: () => Promise<readonly AccountDeletionStep[]>;
  /** Continues a suspension; begins no step after `untilMs`. */
  readonly suspend: (work: SuspensionWork, untilMs: number) => Promise<void>;
  /** Ends the sessions that an interrupted change has left. */
  readonly finishSessionEnd: (pending: PendingSessionEnd) => Promise<void>;
  readonly clock: () => number;
}

/** Of one read, so that many deletions hide no suspension. */
const MAX_DUE = 500;
/** Of one run; the rest waits for the next minute. */
const MAX_ACCOUNTS = 20;
/** After a failure. Suspensions and ends of sessions protect people, and wait a minute. */
const RETRY_DELETION_MS = 10 * MINUTE_MS;
const AT_ONCE = 4;
/** How long a run begins steps. The Lambda has a minute, also for other work. */
const WORK_MS = 20_000;

/**
 * The minute tick: continues due deletions, suspensions and ends of sessions; one read when there are none. Stores no
 * progress: each step finds what is left, so an interrupted step simply runs again. A failure does not stop the others, which
 * come before it in the next minute.
 */
export async function onDeletionsTick(ports: DeletionDeps): Promise<void> {
  const { deletions, clock } = ports;
  const untilMs = clock() + WORK_MS;
  const due = await deletions.listDue(clock(), MAX_DUE);
  if (due.length === 0) return;
  const steps = once(ports.steps);
  const hasTime = () => clock() < untilMs;
  const work = async ({ work: one }: DueAccount) => {
    if ('attempt' in one) return ports.finishSessionEnd(one);
    if ('phase' in one) return ports.suspend(one, untilMs);
    return deleteAccount(ports, one, { steps: await steps(), untilMs });
  };
  const moveBack = (one: DueAccount) =>
    deletions.moveBack(one, clock() + (isDeletion(one) ? RETRY_DELETION_MS : MINUTE_MS));
  const urgent = due.filter((one) => !isDeletion(one));
  const accounts = [...urgent, ...due.filter(isDeletion).slice(0, MAX_ACCOUNTS)];
  await eachItem(accounts, { step: 'accounts.due', atOnce: AT_ONCE, hasTime, work, moveBack });
  logStep('accounts.deleted', { accounts: accounts.length });
}

const isDeletion = ({ work }: DueAccount): boolean => !('attempt' in work || 'phase' in work);

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
