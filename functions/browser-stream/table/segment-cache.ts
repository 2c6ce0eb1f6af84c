import { LatestEntries } from '#functions/base/latest-entries.ts';
import type { Segment } from '../broadcast.ts';
import type { BroadcastReads } from './broadcast-reads.repository.ts';
import type { segmentFinder, SegmentReads } from './segments.repository.ts';

const MAX_BROADCASTS = 200;

interface CachedSegments {
  /** Consecutive segments, up to the first missing number. */
  readonly segments: readonly Segment[];
  readonly hasHole: boolean;
}

/**
 * Caches reads for playlists, which are polled every second and continue where they ended. Rows never change, so cached
 * segments up to the first missing number are not read again. The most likely next segment is read together with the
 * broadcast; where the broadcast shows that it is the last, nothing else is read.
 */
export function withSegmentCache<R extends SegmentReads & Pick<BroadcastReads, 'find'>>(
  reads: R,
  findWithSegment: ReturnType<typeof segmentFinder>,
): R {
  const known = new LatestEntries<CachedSegments>(MAX_BROADCASTS);
  const add = (id: string, segment: Segment): void => {
    const { segments = [], hasHole = false } = known.get(id) ?? {};
    // A concurrent request may have added it.
    if (segments.at(-1)?.seq === segment.seq - 1)
      known.set(id, { segments: [...segments, segment], hasHole });
  };
  return {
    ...reads,
    find: async (id) => {
      const { segments = [], hasHole } = known.get(id) ?? {};
      const last = segments.at(-1);
      if (!last || hasHole) return reads.find(id);
      const { broadcast, segment } = await findWithSegment(id, last.seq + 1);
      if (segment) add(id, segment);
      return broadcast;
    },
    listSegments: async (id, { fromSeq = 0, limit = Infinity, lastSeq = Infinity } = {}) => {
      const { segments: last = [], hasHole = false } = known.get(id) ?? {};
      const kept = upToHole(last, fromSeq).slice(0, limit);
      const from = { fromSeq: fromSeq + kept.length };
      const left = limit - kept.length;
      if (from.fromSeq > lastSeq && kept.length > 0) {
        known.set(id, { segments: kept, hasHole });
        return kept;
      }
      const added =
        left > 0 ? await reads.listSegments(id, Number.isFinite(left) ? { ...from, limit: left } : from) : [];
      const all = [...kept, ...added];
      const segments = upToHole(all, fromSeq);
      known.set(id, { segments, hasHole: segments.length < all.length });
      return all;
    },
  };
}

function upToHole(segments: readonly Segment[], fromSeq: number): readonly Segment[] {
  const from = segments.filter(({ seq }) => seq >= fromSeq);
  const hole = from.findIndex(({ seq }, index) => seq !== fromSeq + index);
  return hole === -1 ? from : from.slice(0, hole);
}
