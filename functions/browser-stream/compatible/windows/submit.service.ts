import type { WindowDeps } from '../deps.ts';
import { TranscoderBusyError } from '../../../base/errors.ts';
import { cutWindow } from '../../media/compatible/cutter.ts';
import type { BroadcastKey, WindowJob } from '../../broadcast.ts';
import type { Window } from '../../media/compatible/timeline.ts';
import { capturesOf } from '../window-job.ts';

/** An attempt that was begun has this long to get a job, before somebody else begins another. */
const LEASE_MS = 30_000;
/** Without news of a job for so long, it is asked. */
const WATCH_MS = 45_000;
/** MediaConvert takes no more; later it may. */
const BUSY_MS = 2_000;
/** Something failed that may be over soon. */
const RETRY_MS = 3_000;
/** Jobs that failed. */
const MAX_FAILED_JOBS = 4;
/** Those included that never got a job. */
const MAX_ATTEMPTS = 8;

/** What jobs are made for. */
export type SubmitBroadcast = BroadcastKey & { readonly targetDurationS: number };

/** The next attempt at a window, which belongs to whoever stores it. How the window was cut is known from before. */
export const nextAttempt = (
  { id, window, attempt, storedAtMs, alignment }: WindowJob,
  nowMs: number,
): WindowJob => ({
  id,
  window,
  attempt: attempt + 1,
  dueMs: nowMs + LEASE_MS,
  ...(storedAtMs !== undefined && { storedAtMs }),
  ...(alignment && { alignment }),
});

/** Begins the next attempt at a window. Does nothing where somebody else has; after too many, the window has failed. */
export async function beginAttempt(
  deps: WindowDeps,
  broadcast: SubmitBroadcast,
  known: WindowJob,
): Promise<void> {
  const { broadcasts, clock } = deps;
  if (known.attempt >= MAX_ATTEMPTS) return giveUp(deps, broadcast, known);
  const job = nextAttempt(known, clock());
  if (await broadcasts.replaceJob(broadcast.id, known, job)) await submitAttempt(deps, broadcast, job);
}

/** A job has failed: makes another, or gives the window up. */
export async function retryWindow(
  deps: WindowDeps,
  broadcast: SubmitBroadcast,
  failed: WindowJob,
): Promise<void> {
  if (failed.attempt >= MAX_FAILED_JOBS) return giveUp(deps, broadcast, failed);
  await beginAttempt(deps, broadcast, failed);
}

/** Live viewers go on behind the window; the replay tries it once more. */
async function giveUp(
  { broadcasts, report, clock }: WindowDeps,
  { id }: BroadcastKey,
  { id: windowId, attempt }: WindowJob,
): Promise<void> {
  if (!(await broadcasts.settle(id, windowId, null, clock()))) return;
  report('browser-stream.window', new Error(`Window ${windowId} of ${id} failed ${attempt} times`));
}

/**
 * Cuts the window of an attempt that the caller has begun, and makes its job. What fails is reported and left for later:
 * whoever looks at the broadcast then begins another attempt.
 */
export async function submitAttempt(
  deps: WindowDeps,
  broadcast: SubmitBroadcast,
  job: WindowJob,
): Promise<void> {
  try {
    await makeJob(deps, broadcast, job);
  } catch (error) {
    const isBusy = error instanceof TranscoderBusyError;
    // That it is busy costs no attempt.
    const later = isBusy
      ? { attempt: job.attempt - 1, dueMs: deps.clock() + BUSY_MS }
      : { dueMs: deps.clock() + RETRY_MS };
    await deps.broadcasts.replaceJob(broadcast.id, job, { ...job, ...later });
    if (!isBusy) deps.report('browser-stream.submit', error);
  }
}

async function makeJob(deps: WindowDeps, broadcast: SubmitBroadcast, job: WindowJob): Promise<void> {
  const { broadcasts, chunks, windows, transcoder, clock } = deps;
  const { window, attempt, id: windowId } = job;
  const key = { id: broadcast.id, channelId: broadcast.channelId, windowId, attempt };
  const { webm, alignment } = await cutWindow(window, await readChunks(chunks, broadcast, window));
  await windows.putInput(key, webm);
  const ready: WindowJob = { ...job, alignment };
  // Before there is a job, as its end may be told before its name is.
  if (!(await broadcasts.replaceJob(broadcast.id, job, ready))) return;
  const hasSound = alignment.sound !== undefined;
  const { targetDurationS: segmentS } = broadcast;
  const jobId = await transcoder.start({ ...key, captures: capturesOf(window), hasSound, segmentS });
  const takenAtMs = clock();
  await broadcasts.replaceJob(broadcast.id, ready, {
    ...ready,
    jobId,
    takenAtMs,
    dueMs: takenAtMs + WATCH_MS,
  });
}

/** The chunks that hold a window. */
const readChunks = (chunks: WindowDeps['chunks'], broadcast: BroadcastKey, { from, throughSeq }: Window) =>
  Promise.all(
    Array.from({ length: throughSeq - from.at.seq + 1 }, async (_, index) => {
      const seq = from.at.seq + index;
      return { seq, bytes: await chunks.read(broadcast, seq) };
    }),
  );
