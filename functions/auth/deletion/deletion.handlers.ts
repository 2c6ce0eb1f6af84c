import { logStep } from '../../http/log.ts';
import { deleteAccounts } from './delete-accounts.service.ts';
import type { DeletionPorts } from './ports.ts';

/** The minute tick. While nobody leaves it costs one read. */
export async function onDeletionsTick(ports: DeletionPorts): Promise<void> {
  const accounts = await deleteAccounts(ports);
  if (accounts > 0) logStep('accounts.deleted', { accounts });
}
