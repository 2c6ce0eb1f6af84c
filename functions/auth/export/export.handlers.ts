import { logStep } from '../../log/log.ts';
import { continueExports, type ExportPorts } from './export.service.ts';

/** The minute tick. While no export is under way it costs one read. */
export async function onExportsTick(ports: ExportPorts): Promise<void> {
  const archives = await continueExports(ports);
  if (archives > 0) logStep('accounts.exported', { archives });
}
