/** What a receipt says of a direct broadcast's segments. */
import type { Broadcast } from '../broadcast.ts';
import type { SegmentReads } from '../ports/broadcasts.ts';

interface CountPorts {
  readonly broadcasts: SegmentReads;
}

export interface SegmentCount {
  readonly stored: number;
  /** As the recorder said, or up to the last that came. */
  readonly recorded: number;
  readonly durationS: number;
}

export async function countSegments(
  { broadcasts }: CountPorts,
  { id, end, storedSegments: stored = 0 }: Broadcast,
): Promise<SegmentCount> {
  const [last] = await broadcasts.latestSegments(id, 1);
  return {
    stored,
    recorded: Math.max(end?.chunkCount ?? (last ? last.seq + 1 : 0), stored),
    durationS: (last?.endMs ?? 0) / 1000,
  };
}

const PAGE = 500;

/** The first numbers below `limit` that are not stored. */
export async function missingSegments(
  { broadcasts }: CountPorts,
  id: string,
  { limit, max }: { readonly limit: number; readonly max: number },
): Promise<number[]> {
  const missing: number[] = [];
  for (let from = 0; from < limit && missing.length < max;) {
    const rows = await broadcasts.listSegments(id, { fromSeq: from, limit: PAGE });
    const until = rows.length < PAGE ? limit : rows.at(-1)!.seq + 1;
    const stored = new Set(rows.map(({ seq }) => seq));
    for (; from < until && missing.length < max; from += 1) if (!stored.has(from)) missing.push(from);
  }
  return missing;
}
