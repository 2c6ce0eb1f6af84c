import type { SignedIn } from './access-token.ts';
import { requirePassword } from './password.service.ts';
import type { AuthPorts } from './ports.ts';
import { requireAccount } from './require-account.ts';
import { endSessions } from './sessions.service.ts';
import { NAMES_KEPT_MS } from './deletion/deletion.ts';

/**
 * Locks the account, ends its sessions, and queues its data for deletion. Its names stay reserved for a while. Throws
 * `forbidden` for a wrong password, `unauthenticated`, `too_many_requests`.
 */
export async function requestDeletion(ports: AuthPorts, signedIn: SignedIn, password: string): Promise<void> {
  const { accounts, notices, clock } = ports;
  const { accountId } = signedIn;
  const account = await requireAccount(ports, accountId);
  await requirePassword(ports, signedIn, password);
  const nowMs = clock();
  await accounts.beginDeletion(account, nowMs, nowMs + NAMES_KEPT_MS);
  await endSessions(ports, accountId);
  await notices.send(account, 'deleted');
}
