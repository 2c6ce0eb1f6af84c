import { HOUR_MS } from '../../../shared/plain/time.ts';
import type { BroadcastReads } from '../table/broadcast-reads.repository.ts';
import type { SegmentReads } from '../table/segments.repository.ts';
import { notFound } from '../../base/errors.ts';
import type { Broadcast, WindowRow } from '../broadcast.ts';

export interface PlaylistDeps {
  /** Reads may be a moment old. */
  readonly broadcasts: BroadcastReads & SegmentReads;
  readonly clock: () => number;
}

/** So long after the end viewers may still be behind. */
const KEPT_MS = HOUR_MS;

/** Throws `not_found` where there is no such broadcast, and long after its end. */
export function requireWatchable(broadcast: Broadcast | null, nowMs: number): Broadcast {
  if (!broadcast || nowMs > (broadcast.end?.atMs ?? Infinity) + KEPT_MS) throw notFound('Broadcast');
  return broadcast;
}

/** Those that are known without a hole: rows may be read at different moments. */
export async function windowsOf(
  { broadcasts }: PlaylistDeps,
  { id, end, checkpoint }: Broadcast,
): Promise<{ readonly windows: readonly WindowRow[]; readonly isEnded: boolean }> {
  const fromNumber = checkpoint?.fromNumber ?? 0;
  const [rows, stored] = await Promise.all([
    broadcasts.listWindows(id, { fromNumber }),
    end ? broadcasts.readTimeline(id) : undefined,
  ]);
  const hole = rows.findIndex(({ number }, index) => number !== fromNumber + index);
  const windows = hole < 0 ? rows : rows.slice(0, hole);
  const isEnded = stored?.isEnd === true && fromNumber + windows.length === stored.timeline.windowCount;
  return { windows, isEnded };
}
