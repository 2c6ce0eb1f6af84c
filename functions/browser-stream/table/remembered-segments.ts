import type { Segment } from '../broadcast.ts';
import type { SegmentReads } from '../ports/broadcasts.ts';

const MAX_BROADCASTS = 200;

/**
 * Reads of segments for playlists, which are asked for each second and go on where they ended: a row never changes once
 * it is there, so that what was read is asked for no more, up to the first number that was missing.
 */
export function rememberSegments(reads: SegmentReads): SegmentReads {
  const known = new Map<string, readonly Segment[]>();
  /** Those that were asked for last are kept. */
  const keep = (id: string, segments: readonly Segment[]): void => {
    known.delete(id);
    known.set(id, segments);
    const [oldest] = known.keys();
    if (known.size > MAX_BROADCASTS && oldest !== undefined) known.delete(oldest);
  };
  return {
    ...reads,
    listSegments: async (id, { fromSeq = 0, limit = Infinity } = {}) => {
      const kept = upToHole(known.get(id) ?? [], fromSeq).slice(0, limit);
      const from = { fromSeq: fromSeq + kept.length };
      const left = limit - kept.length;
      const added =
        left > 0 ? await reads.listSegments(id, Number.isFinite(left) ? { ...from, limit: left } : from) : [];
      const segments = [...kept, ...added];
      keep(id, upToHole(segments, fromSeq));
      return segments;
    },
  };
}

/** Those from a number on that follow each other. */
function upToHole(segments: readonly Segment[], fromSeq: number): readonly Segment[] {
  const from = segments.filter(({ seq }) => seq >= fromSeq);
  const hole = from.findIndex(({ seq }, index) => seq !== fromSeq + index);
  return hole === -1 ? from : from.slice(0, hole);
}
