import { logStep } from '../../log/log.ts';
import { raiseReminders } from './due.service.ts';
import type { DuePorts } from './ports.ts';

/** The tick. While nothing is about to begin it costs one read. */
export async function onSchedulesTick(ports: DuePorts): Promise<void> {
  const raised = await raiseReminders(ports);
  if (raised > 0) logStep('schedules.reminded', { raised });
}
