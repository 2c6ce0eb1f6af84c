import { logStep } from '../http/log.ts';
import { countViewers, type CountingPorts } from './presence.service.ts';

/** The minute tick. */
export async function onPresenceTick(ports: CountingPorts): Promise<void> {
  const changed = await countViewers(ports);
  if (changed > 0) logStep('viewers.counted', { changed });
}
