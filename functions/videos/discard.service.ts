import type { DiscardedFiles } from './replay.ts';
import type { TranscodePorts } from './ports.ts';
import { LEASE_MS, videoFilesPrefix } from './work.ts';

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

/**
 * Has a picture of a channel deleted that it no longer shows, once nobody reads the channel as it was before; one that
 * the channel or a video of its shows then stays. May be asked again.
 */
export async function discardPicture(
  { works, clock }: Pick<TranscodePorts, 'works' | 'clock'>,
  channelId: string,
  url: string,
): Promise<void> {
  const sinceMs = clock();
  // The picture's own: what is done for it stands under it, as if it were a video without files.
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
