import type { DiscardedFiles } from '../channels/replay.ts';
import type { TranscodePorts } from './ports.ts';

/** By then whoever watched a broadcast has seen its end. */
export const DISCARD_AFTER_MS = 10 * 60_000;

/** Has the files of a broadcast that becomes no video deleted, in a while. May be asked again. */
export async function discardFiles(
  { works, clock }: Pick<TranscodePorts, 'works' | 'clock'>,
  { channelId, streamId, filesPrefix }: DiscardedFiles,
): Promise<void> {
  const sinceMs = clock();
  const dueMs = sinceMs + DISCARD_AFTER_MS;
  const tries = { attempts: 0, jobs: 0 };
  await works.put({ videoId: streamId, channelId, kind: 'clean', dueMs, sinceMs, ...tries, filesPrefix });
}
