import { logStep } from '../../log/log.ts';
import type { IdlePorts } from '../ports.ts';
import { deleteIdleChannels } from './idle.service.ts';

/** The minute tick. While no channel is idle it costs one read. */
export async function onIdleChannelsTick(ports: IdlePorts): Promise<void> {
  const deleted = await deleteIdleChannels(ports);
  if (deleted > 0) logStep('streams.idle', { deleted });
}
