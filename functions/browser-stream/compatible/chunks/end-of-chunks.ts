import type { Broadcast, BroadcastEnd } from '../../broadcast.ts';
import type { SegmentReads } from '../../ports/broadcasts.ts';

export interface EndPorts {
  readonly broadcasts: Pick<SegmentReads, 'latestSegments'>;
}

/**
 * How a broadcast ended, with the number of its chunks: where it changed its way, what its recorder counted is segments
 * too, up to the last that came. Those before it that did not come are awaited by nobody.
 */
export async function endOfChunks(
  { broadcasts }: EndPorts,
  { id, end, wayChange }: Broadcast,
): Promise<BroadcastEnd | undefined> {
  if (!wayChange || end?.chunkCount === undefined) return end;
  const [last] = await broadcasts.latestSegments(id, 1);
  return { ...end, chunkCount: Math.max(0, end.chunkCount - (last ? last.seq + 1 : 0)) };
}
