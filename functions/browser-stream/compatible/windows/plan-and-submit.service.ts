import type { WindowDeps } from '../../deps.ts';
import {
  type Broadcast,
  type BroadcastKey,
  liveWindowId,
  type StoredChunk,
  type StoredTimeline,
  type WindowJob,
  type WindowRow,
} from '../../broadcast.ts';
import { acceptChunk } from '../chunks/accept-chunk.service.ts';
import { submitDueWindows } from './unfinished-windows.service.ts';
import { planWindowsOf } from './plan-windows.service.ts';
import { submitAttempt } from './submit.service.ts';

/** How long after a later window became ready. Jobs take 2 to 5 s, and a repeated one 8 s; rarely an event takes a minute. */
const LATE_MS = 8000;

/** Marks windows that delay later ones as late, so that a slow job does not stop live playlists. */
async function skipLateWindows(
  { broadcasts, clock }: WindowDeps,
  { id, startedAtMs }: Broadcast,
  jobs: readonly WindowJob[],
): Promise<void> {
  const nowMs = clock();
  const oldest = jobs.find((job) => job.id === liveWindowId(job.window.number));
  if (!oldest || startedAtMs + oldest.window.endMs + LATE_MS > nowMs) return;
  const rows = await broadcasts.listWindows(id, { fromNumber: oldest.window.number });
  await Promise.all(lateWindows(rows, nowMs).map((row) => broadcasts.markLate(id, row.id)));
}

function lateWindows(windows: readonly WindowRow[], nowMs: number): readonly WindowRow[] {
  const overtook = windows.filter(({ readyAtMs = Infinity }) => readyAtMs + LATE_MS <= nowMs);
  const last = Math.max(-1, ...overtook.map(({ number }) => number));
  return windows.filter(({ number, state }) => state === 'waiting' && number < last);
}

/** Enough for jobs of 25 s with windows of 2 s, and for a backlog. */
const USUAL_IN_FLIGHT = 12;
/** Tolerates jobs that take longer than the median. */
const MARGIN = 1.5;
/** The smallest number of concurrent jobs of a queue; 200 in us-east-1, us-west-2 and eu-west-1. */
const QUEUE_CONCURRENCY = 100;

/** By Little's law; the median age in flight is half a job's duration. */
export function neededInFlight(jobs: readonly WindowJob[], windowMs: number, nowMs: number): number {
  const ages = jobs.flatMap(({ takenAtMs }) => (takenAtMs === undefined ? [] : [nowMs - takenAtMs]));
  const middleMs = ages.toSorted((a, b) => a - b)[(ages.length - 1) >> 1] ?? 0;
  return Math.max(USUAL_IN_FLIGHT, Math.ceil((MARGIN * 2 * middleMs) / windowMs));
}

export const shareOfQueue = (activeBroadcasts: number): number =>
  Math.max(USUAL_IN_FLIGHT, Math.floor(QUEUE_CONCURRENCY / Math.max(1, activeBroadcasts)));

/** The maximum number of rounds, for conflicts with other processes; the next chunk continues. */
const MAX_ROUNDS = 40;

/** Data that the caller has just read, so that it is not read again. */
export interface AlreadyRead {
  readonly broadcast: Broadcast;
  readonly stored?: StoredTimeline;
}

interface PlanningResult {
  /** `again`: another process was faster, or there is more to plan. `claimed`: all plannable windows are submitted. */
  readonly kind: 'again' | 'claimed' | 'nothing';
  readonly stored: StoredTimeline;
  /** The jobs that were not done before this call. */
  readonly jobs: readonly WindowJob[];
}

/** Whether the browser sends segments, so that nothing has to be transcoded. */
export const isCutByBrowser = ({ way, storedChunks }: Broadcast): boolean =>
  way === 'direct' && !storedChunks;

/** Adds a stored chunk to its broadcast, and submits the windows that it completes. */
export async function onChunkStored(deps: WindowDeps, key: BroadcastKey, chunk: StoredChunk): Promise<void> {
  const { broadcasts, chunks } = deps;
  const broadcast = await broadcasts.find(key.id);
  if (!broadcast || broadcast.channelId !== key.channelId) return chunks.remove(key, chunk.seq);
  const stored = await broadcasts.readTimeline(key.id);
  if ((await acceptChunk(deps, broadcast, stored.timeline, chunk)) === 'refused') return;
  await planUntilDone(deps, { broadcast, stored });
}

async function planUntilDone(deps: WindowDeps, known: AlreadyRead): Promise<void> {
  let now: AlreadyRead | null = known;
  for (let round = 0; now && round < MAX_ROUNDS; round += 1) {
    // The first chunk of a direct broadcast changes its path; the next round plans windows.
    if (isCutByBrowser(now.broadcast) || (await planAndSubmit(deps, now)).kind !== 'again') return;
    const broadcast = await deps.broadcasts.find(known.broadcast.id);
    now = broadcast && { broadcast };
  }
}

/** Plans windows from the chunks that arrived, and submits them and waiting windows. Does not handle results. */
export async function planAndSubmit(
  deps: WindowDeps,
  { broadcast, stored: known }: AlreadyRead,
): Promise<PlanningResult> {
  const { broadcasts } = deps;
  const { id } = broadcast;
  const [stored, jobs] = await Promise.all([known ?? broadcasts.readTimeline(id), broadcasts.expandJobs(id)]);
  const maxInFlight = await inFlightOf(deps, broadcast, jobs);
  const planned = await planWindowsOf(deps, broadcast, stored, { inFlight: jobs.length, maxInFlight });
  if (planned.kind === 'again') return { kind: 'again', stored, jobs };
  const mine = planned.kind === 'claimed' ? planned.jobs : [];
  await Promise.all([
    submitDueWindows(deps, broadcast, jobs, maxInFlight),
    skipLateWindows(deps, broadcast, jobs),
    ...mine.map((job) => submitAttempt(deps, broadcast, job)),
  ]);
  const isMore = planned.kind === 'claimed' && planned.isMore;
  return { kind: isMore ? 'again' : planned.kind, stored, jobs };
}

async function inFlightOf(
  { broadcasts, clock }: WindowDeps,
  { windowMs }: Broadcast,
  jobs: readonly WindowJob[],
): Promise<number> {
  const nowMs = clock();
  const needed = neededInFlight(jobs, windowMs, nowMs);
  if (needed <= USUAL_IN_FLIGHT) return needed;
  return Math.min(needed, shareOfQueue(await broadcasts.countActive(nowMs)));
}
