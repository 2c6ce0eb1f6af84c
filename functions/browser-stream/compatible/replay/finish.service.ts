import { HOUR_MS } from '#shared/plain/time.ts';
import type { ProcessingDeps } from '../../deps.ts';
import { discardRecording, QUIET_MS } from '../../replay-videos.ts';
import { CHUNK_RECOVERY_MS } from '#shared/limits.ts';
import { type Broadcast, type StoredChunk, type WindowJob } from '../../broadcast.ts';
import { endOfChunks } from '../chunks/change-way.service.ts';
import { recoverChunks } from '../chunks/accept-chunk.service.ts';
import type { Window } from '../../media/compatible/timeline.ts';
import { publishReplay } from './publish-replay.service.ts';
import { chargeTranscoding, MAX_TRANSCODINGS } from '../../remakes.ts';
import { planRepairs } from './repair-plan.ts';

/** After that nothing is cut again, because the stored chunks are about to expire. */
const GIVE_UP_MS = CHUNK_RECOVERY_MS + 4 * HOUR_MS;
/** MediaConvert bills at least this much per job. */
const MIN_BILLED_S = 10;

export interface FinishOptions {
  /** More chunks may arrive: an existing replay is not made again until all have. */
  readonly mayWait?: boolean;
}

/** Cuts again what live viewers missed, then publishes. Idempotent. `again`: planned windows are to be submitted. */
export async function finishBroadcast(
  deps: ProcessingDeps,
  broadcast: Broadcast,
  { mayWait = false }: FinishOptions = {},
): Promise<'done' | 'again'> {
  const { broadcasts, videos } = deps;
  await recoverChunks(deps, broadcast, 0);
  const stored = await broadcasts.listChunks(broadcast.id, 0);
  if (!broadcast.keepsReplay) {
    const { timeline } = await broadcasts.readTimeline(broadcast.id);
    const durationS = timeline.videoUntilMs / 1000;
    const segments = broadcast.storedSegments ?? 0;
    await discardRecording(deps, broadcast, { durationS, chunks: stored.length, segments });
    return 'again';
  }
  const { replay, repair } = broadcast;
  if (replay?.videoId && !(await videos.exists(replay.videoId))) {
    // Its owner has deleted it, so late chunks are not published either.
    await broadcasts.finish(broadcast, { ...replay, chunks: stored.length });
    return 'done';
  }
  if (repair?.chunks === stored.length) return publish(deps, broadcast, stored.length);
  if ((replay || repair) && mayWait && !(await isComplete(deps, broadcast, stored))) {
    const isNewer = repair && repair.chunks > (replay?.chunks ?? 0);
    return isNewer ? publish(deps, broadcast, repair.chunks) : 'done';
  }
  const isRepairing = !isPast(deps, broadcast) && (await claimRepairs(deps, broadcast, stored));
  return isRepairing ? 'again' : publish(deps, broadcast, stored.length);
}

/** If another process planned a repair meanwhile, it publishes after this one, or this one repeats. */
async function publish(deps: ProcessingDeps, broadcast: Broadcast, chunks: number): Promise<'again'> {
  await publishReplay(deps, broadcast, chunks);
  return 'again';
}

/** Whether all chunks have arrived, by the recorder's count or by time. */
async function isComplete(deps: ProcessingDeps, broadcast: Broadcast, stored: readonly StoredChunk[]) {
  const end = await endOfChunks(deps, broadcast);
  if (end?.chunkCount !== undefined && stored.length >= end.chunkCount) return true;
  const lastMs = stored.reduce((last, { arrivedAtMs }) => Math.max(last, arrivedAtMs), 0);
  return deps.clock() >= lastMs + QUIET_MS;
}

const isPast = ({ clock }: ProcessingDeps, { end, repair }: Broadcast): boolean =>
  clock() > (end?.atMs ?? Infinity) + GIVE_UP_MS || (repair?.generation ?? 0) >= MAX_TRANSCODINGS;

/** False if nothing is to be repaired, or the budget is used up. A repair that another process has claimed counts, too. */
async function claimRepairs(
  deps: ProcessingDeps,
  broadcast: Broadcast,
  stored: readonly StoredChunk[],
): Promise<boolean> {
  const { broadcasts, chunks, clock } = deps;
  const { id, targetDurationS } = broadcast;
  const [{ timeline }, plans, rows] = await Promise.all([
    broadcasts.readTimeline(id),
    broadcasts.listPlans(id),
    broadcasts.listWindows(id, { fromNumber: 0 }),
  ]);
  const generation = (broadcast.repair?.generation ?? 0) + 1;
  const there = new Set(stored.map(({ seq }) => seq));
  const repair = await planRepairs({
    timeline,
    plans,
    rows,
    stored,
    generation,
    maximumMs: targetDurationS * 1000,
    fetchChunk: prefetchChunks(there, (seq) => chunks.read(broadcast, seq)),
  });
  if (repair.parts.length === 0) return false;
  const durationS = repair.plans.reduce((sum, { window }) => sum + billedS(window), 0);
  if (!(await chargeTranscoding(deps, broadcast, { part: `REPAIR${generation}`, durationS }))) return false;
  const nowMs = clock();
  const jobs = repair.plans.map((plan): WindowJob => ({ ...plan, attempt: 0, dueMs: nowMs }));
  const plan = { generation, chunks: stored.length, parts: repair.parts };
  await broadcasts.claimRepair(broadcast, plan, jobs);
  return true;
}

const billedS = ({ startMs, endMs }: Window): number => Math.max(MIN_BILLED_S, (endMs - startMs) / 1000);

const PREFETCHED_CHUNKS = 8;

/** Reads the next chunks in advance, because reading hours of recording one chunk at a time takes too long. */
export function prefetchChunks(
  there: ReadonlySet<number>,
  read: (seq: number) => Promise<Uint8Array>,
): (seq: number) => Promise<Uint8Array> {
  const begun = new Map<number, Promise<Uint8Array>>();
  const begin = (seq: number): Promise<Uint8Array> => {
    const reading = begun.get(seq) ?? read(seq);
    // The call that awaits this chunk receives the error.
    reading.catch(() => undefined);
    begun.set(seq, reading);
    return reading;
  };
  return (seq) => {
    for (const behind of begun.keys()) if (behind < seq - 1) begun.delete(behind);
    for (let next = seq + 1; next <= seq + PREFETCHED_CHUNKS; next += 1) if (there.has(next)) begin(next);
    return begin(seq);
  };
}
