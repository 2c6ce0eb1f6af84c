import type { Caller } from '#functions/http/context.ts';
import { notify } from './email/proofs.service.ts';
import { authorizeByPassword } from './password.service.ts';
import type { AuthDeps } from './ports.ts';
import { endSessions } from './sessions/sessions.service.ts';
import { NAMES_KEPT_MS } from './deletion/deletion.ts';

/**
 * Locks the account, ends its sessions, and queues its data for deletion. Its names stay reserved for a while. Throws
 * `forbidden` for a wrong password, `unauthenticated`, `too_many_requests`.
 */
export async function requestDeletion(ports: AuthDeps, caller: Caller, password: string): Promise<void> {
  const account = await authorizeByPassword(ports, caller, password);
  const nowMs = ports.clock();
  await ports.accounts.beginDeletion(account, nowMs, nowMs + NAMES_KEPT_MS);
  await endSessions(ports, account.id);
  await notify(ports, account, 'deleted');
}
