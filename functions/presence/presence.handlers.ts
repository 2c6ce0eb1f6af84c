import { logStep } from '../log/log.ts';
import { countViewers } from './presence.service.ts';
import type { CountingPorts } from './ports.ts';

/** The minute tick. */
export async function onPresenceTick(ports: CountingPorts): Promise<void> {
  const changed = await countViewers(ports);
  if (changed > 0) logStep('viewers.counted', { changed });
}
