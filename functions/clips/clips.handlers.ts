import { logStep } from '../http/log.ts';
import { endDueClips, type EndPorts } from './end-clip.service.ts';

/** The minute tick. */
export async function onClipsTick(ports: EndPorts): Promise<void> {
  const done = await endDueClips(ports);
  if (done > 0) logStep('clips.ended', { done });
}
