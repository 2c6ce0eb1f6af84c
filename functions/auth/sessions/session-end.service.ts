/** Changes that must end all sessions, also when the table fails in between. */
import { logFailure } from '#functions/log/log.ts';
import type { AuthDeps } from '../ports.ts';
import { endSessions } from './sessions.service.ts';
import type { PendingSessionEnd } from '../table/session-ends.repository.ts';

interface Account {
  readonly id: string;
  /** The session that stays. */
  readonly kept?: string;
}

/**
 * Makes a change that cannot be repeated, and ends the account's sessions; when that fails, the tick ends all of them.
 * `change` throws when it has changed nothing. Returns its result, and the sessions' new generation.
 */
export async function changeAndEndSessions<T>(
  ports: Pick<AuthDeps, 'sessionEnds' | 'sessions' | 'pushes' | 'newId' | 'clock'>,
  { id, kept }: Account,
  change: () => Promise<T>,
): Promise<{ readonly result: T; readonly generation: number }> {
  const pending = { id, attempt: ports.newId() };
  await ports.sessionEnds.begin(pending, ports.clock());
  // When this fails, the tick ends sessions that need not end, or have ended.
  const remove = () =>
    ports.sessionEnds.remove(pending).catch((error: unknown) => logFailure('sessions.end', error));
  const result = await change().catch(async (error: unknown) => {
    await remove();
    throw error;
  });
  const generation = await endSessions(ports, id, kept);
  await remove();
  return { result, generation };
}

/** The minute tick: ends the sessions of an interrupted change. */
export async function finishSessionEnd(
  ports: Pick<AuthDeps, 'accounts' | 'sessionEnds' | 'sessions' | 'pushes' | 'clock'>,
  pending: PendingSessionEnd,
): Promise<void> {
  if (!(await ports.sessionEnds.postpone(pending, ports.clock()))) return;
  if (await ports.accounts.findById(pending.id)) await endSessions(ports, pending.id);
  await ports.sessionEnds.remove(pending);
}
