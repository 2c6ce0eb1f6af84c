import { assignment, ofVersion, placement } from '../../aws/table/write-expressions.ts';
import { transact } from '../../aws/table/write-items.ts';
import type { Write } from '../../aws/table/table.ts';
import type { TimelineItem } from './broadcast-reads.repository.ts';
import { workExpiresAt, broadcastKey, timelineKey } from './broadcast.item.ts';
import type { Broadcast, RepairPlan, StoredTimeline, WindowJob } from '../broadcast.ts';
import { claimWrites, expandJobs } from './jobs.repository.ts';
import type { BroadcastsTable } from './rows.repository.ts';

/** Claims of windows by the process that plans them; see `broadcast.item.ts` for the keys. */
export const claimsRepository = (table: BroadcastsTable) => ({
  /**
   * Stores the timeline with the windows that it leads to, each with its job. False where the stored timeline is no
   * longer the known one. Throws `RangeError` for more than 2000 windows.
   */
  claim: (
    id: string,
    known: StoredTimeline,
    next: Omit<StoredTimeline, 'version'>,
    jobs: readonly WindowJob[],
  ): Promise<boolean> => claimWith(table, id, putTimeline(table, id, known, next), jobs),
  /** The same for windows that are cut again. */
  claimRepair: (known: Broadcast, repair: RepairPlan, jobs: readonly WindowJob[]): Promise<boolean> =>
    claimWith(table, known.id, updateRepair(table, known, repair), jobs),
});

async function claimWith(
  table: BroadcastsTable,
  id: string,
  claim: Write,
  jobs: readonly WindowJob[],
): Promise<boolean> {
  const { writes, isExpanded: isSpread } = claimWrites(table, id, jobs);
  const isClaimed = await transact(table, [claim, ...writes]);
  if (isClaimed && !isSpread) await expandJobs(table, id);
  return isClaimed;
}

function putTimeline(
  table: BroadcastsTable,
  id: string,
  { version }: StoredTimeline,
  { timeline, isEnd }: Omit<StoredTimeline, 'version'>,
): Write {
  const item: TimelineItem = {
    timeline: JSON.stringify(timeline),
    version: version + 1,
    is_end: isEnd,
  };
  const stored = { ...timelineKey(id), ...item, expires_at: workExpiresAt(Date.now()) };
  return { Put: placement(table, stored, ofVersion(version)) };
}

function updateRepair(table: BroadcastsTable, known: Broadcast, repair: RepairPlan): Write {
  const fields = { repair: JSON.stringify(repair), repair_generation: repair.generation };
  const generation = known.repair?.generation;
  const isKnown =
    generation === undefined ? 'attribute_not_exists(repair_generation)' : 'repair_generation = :known';
  const condition = {
    if: `attribute_exists(ended_at_ms) AND ${isKnown}`,
    values: generation === undefined ? {} : { ':known': generation },
  };
  return { Update: assignment(table, broadcastKey(known.id), fields, condition) };
}
