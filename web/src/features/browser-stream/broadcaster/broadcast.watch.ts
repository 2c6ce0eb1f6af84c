/** Whether the server still knows of a live broadcast. */
import type { EndedBy } from '../../../../../shared/browser-stream.ts';
import type { BroadcasterPorts } from './broadcaster.ports.ts';

/** How often it is asked. */
const LOOK_EVERY_MS = 15_000;

/** Asks now and then, until `signal`: after a long silence chunks are taken still, but nobody watches any more. */
export async function watchForEnd(
  streamId: string,
  ports: Pick<BroadcasterPorts, 'look' | 'sleep'>,
  signal: AbortSignal,
  onEnded: (by: EndedBy | null) => void,
): Promise<void> {
  while (!signal.aborted) {
    await ports.sleep(LOOK_EVERY_MS, signal).catch(() => {});
    if (signal.aborted) return;
    const found = await ports.look(streamId).catch(() => null);
    if (found && found.status !== 'live' && !signal.aborted) return onEnded(found.ended_by);
  }
}
