import { logStep } from '../log/log.ts';
import { countViewers, type CountingDeps } from './presence.service.ts';

/** Scheduled every minute. */
export async function onPresenceTick(deps: CountingDeps): Promise<void> {
  const changed = await countViewers(deps);
  if (changed > 0) logStep('viewers.counted', { changed });
}
