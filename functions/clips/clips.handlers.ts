import { logStep } from '../log/log.ts';
import { endDueClips, type EndPorts } from './end-clip.service.ts';
import type { DueClip } from './ports.ts';

/** The minute tick, where something is due. */
export async function onClipsTick(ports: EndPorts, due: readonly DueClip[]): Promise<void> {
  await endDueClips(ports, due);
  logStep('clips.ended', { done: due.length });
}
