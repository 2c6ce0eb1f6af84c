import { logStep } from '../../log/log.ts';
import { deleteAccounts } from './delete-accounts.service.ts';
import type { DeletionPorts, DueSuspension } from './deletion.ts';

/** The minute tick. Costs one read when nothing is due. */
export async function onDeletionsTick<S extends DueSuspension>(ports: DeletionPorts<S>): Promise<void> {
  const accounts = await deleteAccounts(ports);
  if (accounts > 0) logStep('accounts.deleted', { accounts });
}
