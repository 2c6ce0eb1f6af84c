/** Open transcodings of windows, each an item. Larger claims store the rest in a few items (`JOBS#…`) at first. */
import { getItem } from '#functions/aws/table/get-item.ts';
import type { Table, Write } from '#functions/aws/table/table.ts';
import {
  deleteItem,
  ABSENT,
  assignment,
  type Condition,
  ofVersion,
  putInput,
  putItem,
  transact,
} from '#functions/aws/table/write-items.ts';
import type { TimelineItem } from './broadcast-reads.repository.ts';
import { workExpiresAt, broadcastKey, broadcastPartition, timelineKey } from './broadcast.item.ts';
import type { Broadcast, Plan, RepairPlan, StoredTimeline, WindowId, WindowJob } from '../broadcast.ts';
import { endOfPrefix, listRows, type BroadcastsTable } from './rows.repository.ts';
import { jobSortKey, windowItems } from './windows.repository.ts';

interface JobItem {
  readonly pk: string;
  readonly sk: string;
  readonly window_id: WindowId;
  /** As JSON. */
  readonly window: string;
  readonly attempt: number;
  readonly due_ms: number;
  readonly job_id?: string;
  readonly taken_at_ms?: number;
  readonly stored_at_ms?: number;
  /** As JSON. Renamed when its format changes, so that windows cut by another version are cut again. */
  readonly aligned?: string;
}

/** Sorts directly after `JOB#`. */
const MANY_JOBS = 'JOBS#';

interface ManyJobsItem {
  readonly pk: string;
  readonly sk: string;
  /** As JSON. */
  readonly jobs: string;
}

/** DynamoDB allows 100 writes in one transaction: three for each window, and the claim itself. */
const MAX_DIRECT_WINDOWS = 33;
/** Each job has less than 2 kB, and an item at most 400 kB. */
const JOBS_AN_ITEM = 100;
/** The maximum number of windows in one claim, as a transaction has at most 4 MB. */
export const MAX_CLAIMED_WINDOWS = 2000;
const EXPAND_CONCURRENCY = 10;

/** Open jobs, and claims of windows by the process that plans them; see `broadcast.item.ts` for the keys. */
export const jobsRepository = (table: BroadcastsTable) => ({
  /** Expands jobs that were claimed together into items of their own; resolves to all open jobs. */
  expandJobs: (id: string): Promise<WindowJob[]> => expandJobs(table, id),
  findJob: async (id: string, windowId: WindowId): Promise<WindowJob | null> => {
    const item = await getItem<JobItem>(table, jobKey(id, windowId), table);
    return item ? toJob(item) : null;
  },
  /** False if the stored job is no longer the known one. */
  replaceJob: (id: string, known: WindowJob, next: WindowJob): Promise<boolean> =>
    putItem(table, jobItem(id, next), unchanged(known)),
  /** False if the stored timeline is not the known one. Throws `RangeError` for too many windows. */
  claim: (
    id: string,
    { version }: StoredTimeline,
    { timeline, isEnd }: Omit<StoredTimeline, 'version'>,
    jobs: readonly WindowJob[],
  ): Promise<boolean> => {
    const item: TimelineItem = {
      timeline: JSON.stringify(timeline),
      version: version + 1,
      is_end: isEnd,
    };
    const stored = { ...timelineKey(id), ...item, expires_at: workExpiresAt(Date.now()) };
    return claimWith(table, id, { Put: putInput(table, stored, ofVersion(version)) }, jobs);
  },
  /** The same for windows that are cut again. */
  claimRepair: (known: Broadcast, repair: RepairPlan, jobs: readonly WindowJob[]): Promise<boolean> => {
    const fields = { repair: JSON.stringify(repair), repair_generation: repair.generation };
    const generation = known.repair?.generation;
    const isKnown =
      generation === undefined ? 'attribute_not_exists(repair_generation)' : 'repair_generation = :known';
    const condition = {
      if: `attribute_exists(ended_at_ms) AND ${isKnown}`,
      values: generation === undefined ? {} : { ':known': generation },
    };
    const Update = assignment(table, broadcastKey(known.id), fields, condition);
    return claimWith(table, known.id, { Update }, jobs);
  },
});

async function claimWith(table: BroadcastsTable, id: string, claim: Write, jobs: readonly WindowJob[]) {
  if (jobs.length > MAX_CLAIMED_WINDOWS) throw new RangeError(`${jobs.length} windows are too many to claim`);
  const isDirect = jobs.length <= MAX_DIRECT_WINDOWS;
  const writes = isDirect
    ? jobs.flatMap((job) => jobWrites(table, id, job))
    : manyJobsWrites(table, id, jobs);
  const isClaimed = await transact(table, [claim, ...writes]);
  if (isClaimed && !isDirect) await expandJobs(table, id);
  return isClaimed;
}

const jobKey = (id: string, windowId: WindowId) => ({ pk: broadcastPartition(id), sk: jobSortKey(windowId) });

const jobItem = (
  id: string,
  { id: windowId, window, attempt, dueMs, jobId, takenAtMs, storedAtMs, alignment }: WindowJob,
) => ({
  ...jobKey(id, windowId),
  ...({
    window_id: windowId,
    window: JSON.stringify(window),
    attempt,
    due_ms: dueMs,
    ...(jobId !== undefined && { job_id: jobId }),
    ...(takenAtMs !== undefined && { taken_at_ms: takenAtMs }),
    ...(storedAtMs !== undefined && { stored_at_ms: storedAtMs }),
    ...(alignment && { aligned: JSON.stringify(alignment) }),
  } satisfies Omit<JobItem, 'pk' | 'sk'>),
  expires_at: workExpiresAt(Date.now()),
});

const toJob = ({
  window_id,
  window,
  attempt,
  due_ms,
  job_id,
  taken_at_ms,
  stored_at_ms,
  aligned,
}: JobItem): WindowJob => ({
  id: window_id,
  window: JSON.parse(window) as Plan['window'],
  attempt,
  dueMs: due_ms,
  ...(stored_at_ms !== undefined && { storedAtMs: stored_at_ms }),
  ...(job_id !== undefined && { jobId: job_id }),
  ...(taken_at_ms !== undefined && { takenAtMs: taken_at_ms }),
  ...(aligned !== undefined && { alignment: JSON.parse(aligned) as NonNullable<WindowJob['alignment']> }),
});

const unchanged = ({ attempt, dueMs, jobId }: WindowJob): Condition => ({
  if: `attempt = :attempt AND due_ms = :due AND ${jobId === undefined ? 'attribute_not_exists(job_id)' : 'job_id = :job'}`,
  values: { ':attempt': attempt, ':due': dueMs, ...(jobId !== undefined && { ':job': jobId }) },
});

function manyJobsWrites(table: Table, id: string, jobs: readonly WindowJob[]): Write[] {
  const writes: Write[] = [];
  for (let from = 0; from < jobs.length; from += JOBS_AN_ITEM) {
    const some = jobs.slice(from, from + JOBS_AN_ITEM);
    const sk = `${MANY_JOBS}${some[0]?.id}`;
    const expires_at = workExpiresAt(Date.now());
    const item = { pk: broadcastPartition(id), sk, jobs: JSON.stringify(some), expires_at };
    writes.push({ Put: putInput(table, item) });
  }
  return writes;
}

function jobWrites(table: Table, id: string, job: WindowJob): Write[] {
  const { plan, row } = windowItems(id, job);
  const expires_at = workExpiresAt(Date.now());
  return [
    // Where the window exists its job existed too, and may be done already.
    { Put: putInput(table, { ...row, expires_at }, ABSENT) },
    { Put: putInput(table, { ...plan, expires_at }) },
    { Put: putInput(table, jobItem(id, job)) },
  ];
}

/** Expands jobs that were claimed together. Idempotent, and safe when run concurrently. */
export async function expandJobs(table: BroadcastsTable, id: string): Promise<WindowJob[]> {
  const items = await listRows<JobItem | ManyJobsItem>(table, id, 'JOB#', endOfPrefix(MANY_JOBS));
  const many = items.filter((item) => 'jobs' in item);
  if (many.length === 0) return items.flatMap((item) => ('jobs' in item ? [] : [toJob(item)]));
  for (const item of many) await expand(table, id, item);
  return expandJobs(table, id);
}

async function expand(table: Table, id: string, { pk, sk, jobs }: ManyJobsItem) {
  const all = JSON.parse(jobs) as WindowJob[];
  const write = (job: WindowJob): Promise<boolean> => transact(table, jobWrites(table, id, job));
  for (let from = 0; from < all.length; from += EXPAND_CONCURRENCY)
    await Promise.all(all.slice(from, from + EXPAND_CONCURRENCY).map(write));
  await deleteItem(table, { pk, sk });
}
