import type { DiscardedFiles } from './replay.ts';
import type { TranscodePorts } from './ports.ts';
import { LEASE_MS, videoFilesPrefix } from './work.ts';

/** By then, all viewers of a broadcast have seen its end. */
export const DISCARD_AFTER_MS = 10 * 60_000;

/** Schedules the deletion of a broadcast's files that become no video. May be repeated. */
export async function discardFiles(
  { works, clock }: Pick<TranscodePorts, 'works' | 'clock'>,
  { channelId, streamId, filesPrefix }: DiscardedFiles,
): Promise<void> {
  const sinceMs = clock();
  const dueMs = sinceMs + DISCARD_AFTER_MS;
  const tries = { attempts: 0, jobs: 0 };
  await works.put({ videoId: streamId, channelId, kind: 'clean', dueMs, sinceMs, ...tries, filesPrefix });
}

/**
 * Schedules the deletion of a picture that a channel has replaced, because cached pages may still show it. Keeps a
 * picture that the channel or one of its videos uses then. May be repeated.
 */
export async function discardPicture(
  { works, clock }: Pick<TranscodePorts, 'works' | 'clock'>,
  channelId: string,
  url: string,
): Promise<void> {
  const sinceMs = clock();
  // A picture has its own id here, so that its work is stored like that of a video without files.
  const id = /([^/]+)\.\w+$/.exec(url)?.[1] ?? '';
  await works.put({
    videoId: id,
    channelId,
    kind: 'clean',
    dueMs: sinceMs + LEASE_MS,
    sinceMs,
    attempts: 0,
    jobs: 0,
    filesPrefix: videoFilesPrefix(channelId, id),
    ownPicture: url,
  });
}
