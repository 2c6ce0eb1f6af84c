import type { BrowserStream } from '#shared/live/browser-stream.ts';
import type { Broadcast } from '../broadcast.ts';
import type { EndDeps } from '../deps.ts';
import { endBroadcast, publishDirectReplay } from './end.service.ts';
import { requireOwn } from '../own-broadcast.ts';
import { recordableChunks } from '../recordable.ts';
import { statusOf, type StatusDeps } from './status.service.ts';

interface StopRequest {
  readonly streamId: string;
  readonly chunkCount: number | undefined;
}

/** Ends the caller's broadcast; repeats only change its count and finish it. Throws `not_found`, `forbidden`. */
export async function stopBroadcast(
  deps: EndDeps & StatusDeps,
  channelId: string,
  { streamId, chunkCount: recorded }: StopRequest,
): Promise<BrowserStream> {
  const { broadcasts, chunks, clock } = deps;
  const broadcast = await requireOwn(broadcasts, channelId, streamId);
  // Each number that is missing is looked for.
  const chunkCount =
    recorded === undefined ? undefined : Math.min(recorded, recordableChunks(broadcast, clock()));
  const known = chunkCount === undefined ? {} : { chunkCount };
  if (broadcast.state === 'live') await endBroadcast(deps, broadcast, { by: 'streamer', ...known });
  if (chunkCount !== undefined) await broadcasts.setChunkCount(broadcast, chunkCount);
  if (broadcast.state !== 'live' && isUnfinished(broadcast, chunkCount)) {
    await publishDirectReplay(deps, broadcast);
    await chunks.putEndMark(broadcast);
  }
  return statusOf(deps, await requireOwn(broadcasts, channelId, streamId));
}

/** Chunks without a row may be stored, because their events were lost. */
const isUnfinished = (
  { state, awaitsLadder, storedChunks = 0, storedSegments = 0 }: Broadcast,
  chunkCount = 0,
): boolean => state === 'finishing' || awaitsLadder === true || chunkCount > storedChunks + storedSegments;
