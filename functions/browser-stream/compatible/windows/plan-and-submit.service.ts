import type { WindowDeps } from '../deps.ts';
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

/**
 * So long after a later window became ready, one that is not holds up no more. Jobs take 2 to 5 s as a rule, and one that
 * fails and is made again is there within 8 s of the next; now and then one takes a minute.
 */
const LATE_MS = 8000;

/**
 * Lets live viewers go on behind windows that hold up later ones for too long: one slow job does not stop all. The
 * replay has them. Costs nothing while windows come soon after they were recorded.
 */
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

/** Those of these that are late at this moment, and not known to be. */
function lateWindows(windows: readonly WindowRow[], nowMs: number): readonly WindowRow[] {
  const overtook = windows.filter(({ readyAtMs = Infinity }) => readyAtMs + LATE_MS <= nowMs);
  const last = Math.max(-1, ...overtook.map(({ number }) => number));
  return windows.filter(({ number, state }) => state === 'waiting' && number < last);
}

/** How many windows of a broadcast are transcoded at once. Pure. */

/** As many as 25 s of jobs' time want with windows of 2 s, and enough for a backlog. */
const USUAL_IN_FLIGHT = 12;
/** Jobs take longer at times than they do in the middle. */
const MARGIN = 1.5;
/** So many jobs a queue runs at once where it runs few: 200 in us-east-1, us-west-2 and eu-west-1. */
const QUEUE_CONCURRENCY = 100;

/**
 * What the jobs' own time needs (Little's law: as many are in flight as begin while one lasts). It is told by those in
 * flight: of jobs that begin evenly the middle one is half through.
 */
export function neededInFlight(jobs: readonly WindowJob[], windowMs: number, nowMs: number): number {
  const ages = jobs.flatMap(({ takenAtMs }) => (takenAtMs === undefined ? [] : [nowMs - takenAtMs]));
  const middleMs = ages.toSorted((a, b) => a - b)[(ages.length - 1) >> 1] ?? 0;
  return Math.max(USUAL_IN_FLIGHT, Math.ceil((MARGIN * 2 * middleMs) / windowMs));
}

/** A broadcast's part of the queue, which it shares with all that are on the air. */
export const shareOfQueue = (activeBroadcasts: number): number =>
  Math.max(USUAL_IN_FLIGHT, Math.floor(QUEUE_CONCURRENCY / Math.max(1, activeBroadcasts)));

/** Whether there is more to decide than the usual number. */
const isUsual = (needed: number): boolean => needed <= USUAL_IN_FLIGHT;

/** As often as others are faster; the next chunk goes on. */
const MAX_ROUNDS = 40;

/** What the caller has read just now, so that it is not read again. */
export interface AlreadyRead {
  readonly broadcast: Broadcast;
  readonly stored?: StoredTimeline;
}

export interface PlanningResult {
  /** `again`: somebody else was faster, or there is more to plan. `claimed`: what could be planned now is at work. */
  readonly kind: 'again' | 'claimed' | 'nothing';
  readonly stored: StoredTimeline;
  /** Those that were not done before. */
  readonly jobs: readonly WindowJob[];
}

/** Whether the segments come from the browser, so that nothing has to be cut. */
export const isCutByBrowser = ({ way, storedChunks }: Broadcast): boolean =>
  way === 'direct' && !storedChunks;

/**
 * Storage has taken a chunk of a recording: whoever uploaded it was told so, and it must not be lost from here on. The
 * windows that it leads to are transcoded. What comes of them, and replays, are the business of others: of the events of
 * their jobs, of the end's mark, and of the tick.
 */
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
    // Of a direct one that changes its way with this chunk, the next begins.
    if (isCutByBrowser(now.broadcast) || (await planAndSubmit(deps, now)).kind !== 'again') return;
    const broadcast = await deps.broadcasts.find(known.broadcast.id);
    now = broadcast && { broadcast };
  }
}

/** Plans windows of what has come, has them transcoded, and those that wait for their turn. Results are others' work. */
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

/** How many windows of the broadcast may be in flight. */
async function inFlightOf(
  { broadcasts, clock }: WindowDeps,
  { windowMs }: Broadcast,
  jobs: readonly WindowJob[],
): Promise<number> {
  const nowMs = clock();
  const needed = neededInFlight(jobs, windowMs, nowMs);
  return isUsual(needed) ? needed : Math.min(needed, shareOfQueue(await broadcasts.countActive(nowMs)));
}
