import { logStep } from '../../log/log.ts';
import { continueExports, type ExportPorts } from './export.service.ts';

/** The minute tick. Costs one read when no export is in progress. */
export async function onExportsTick(ports: ExportPorts): Promise<void> {
  const archives = await continueExports(ports);
  if (archives > 0) logStep('accounts.exported', { archives });
}
