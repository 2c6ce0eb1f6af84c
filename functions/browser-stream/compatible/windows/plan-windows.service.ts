import type { WindowDeps } from '../../deps.ts';
import {
  liveWindowId,
  type Broadcast,
  type StoredChunk,
  type StoredTimeline,
  type WindowJob,
} from '../../broadcast.ts';
import { endOfChunks } from '../chunks/change-way.service.ts';
import { planProgress, type Progress } from '../../media/compatible/progress.ts';
import { nextAttempt } from './submit.service.ts';
import { recoverChunks } from '../chunks/accept-chunk.service.ts';
import { storedAtMs } from './waiting.ts';

/** The number of chunks that are read before the result is stored: two minutes of recording. */
const BATCH_CHUNKS = 60;
/** Limits reading while the maximum of windows is in flight, because the stored timeline has to stay small. */
const MAX_KEYFRAMES_AHEAD = 1000;

export type Planned =
  /** Nothing changed, and nothing can before another chunk arrives or a job ends. */
  | { readonly kind: 'nothing' }
  /** Another process was faster, or there is more to plan: try again. */
  | { readonly kind: 'again' }
  /** The caller owns new windows and submits `jobs`. `isMore`: there is more to plan at once. */
  | { readonly kind: 'claimed'; readonly jobs: readonly WindowJob[]; readonly isMore: boolean };

/** Windows whose jobs have not ended. */
interface InFlight {
  readonly inFlight: number;
  /** With so many, no window is submitted. */
  readonly maxInFlight: number;
}

/** Reads the chunks that arrived, and claims the windows that they complete. */
export async function planWindowsOf(
  deps: WindowDeps,
  broadcast: Broadcast,
  stored: StoredTimeline,
  now: InFlight,
): Promise<Planned> {
  const { broadcasts } = deps;
  const { inFlight, maxInFlight } = now;
  if (stored.isEnd || hasEnoughPlanned(stored, now)) return { kind: 'nothing' };
  const { nextSeq } = stored.timeline.reader;
  const ahead = await broadcasts.listChunks(broadcast.id, nextSeq);
  const isAll = ahead.length <= BATCH_CHUNKS;
  const result = await progressOf(deps, broadcast, stored, {
    arrived: ahead.slice(0, BATCH_CHUNKS),
    isAll,
    ...now,
  });
  if (!isChanged(stored, result)) return { kind: 'nothing' };
  const givesUp = result.isEnd || result.timeline.skipped.length > stored.timeline.skipped.length;
  // Before a chunk is given up, storage is checked for it, as its event may be lost.
  if (givesUp && (await recoverChunks(deps, broadcast, nextSeq)) > 0) return { kind: 'again' };
  const nowMs = deps.clock();
  const jobs = result.windows.map((window, index): WindowJob => {
    const stored = { storedAtMs: storedAtMs(broadcast, window, ahead, nowMs) };
    const job = { id: liveWindowId(window.number), window, attempt: 0, dueMs: nowMs, ...stored };
    return inFlight + index < maxInFlight ? nextAttempt(job, nowMs) : job;
  });
  const { timeline, isEnd } = result;
  if (!(await broadcasts.claim(broadcast.id, stored, { timeline, isEnd }, jobs))) return { kind: 'again' };
  const isOver = isEnd && inFlight + jobs.length === 0;
  return { kind: 'claimed', jobs: jobs.filter(({ attempt }) => attempt > 0), isMore: !isAll || isOver };
}

const hasEnoughPlanned = ({ timeline }: StoredTimeline, { inFlight, maxInFlight }: InFlight): boolean =>
  inFlight >= maxInFlight && timeline.keyframes.length >= MAX_KEYFRAMES_AHEAD;

interface UnplannedChunks extends InFlight {
  readonly arrived: readonly StoredChunk[];
  readonly isAll: boolean;
}

async function progressOf(
  deps: WindowDeps,
  broadcast: Broadcast,
  { timeline }: StoredTimeline,
  { arrived, isAll, inFlight, maxInFlight }: UnplannedChunks,
): Promise<Progress> {
  const { chunks, clock } = deps;
  // Chunks after the last one read have arrived too, so the end is not reached.
  const ended = isAll ? await endOfChunks(deps, broadcast) : undefined;
  return planProgress({
    timeline,
    arrived,
    nowMs: clock(),
    ...(ended && { ended }),
    rules: {
      minimumMs: broadcast.windowMs,
      maximumMs: broadcast.targetDurationS * 1000,
      inFlight,
      maxInFlight,
    },
    fetchChunk: (seq) => chunks.read(broadcast, seq),
  });
}

const isChanged = ({ timeline }: StoredTimeline, result: Progress): boolean =>
  result.isEnd || result.windows.length > 0 || result.timeline.reader.nextSeq !== timeline.reader.nextSeq;
