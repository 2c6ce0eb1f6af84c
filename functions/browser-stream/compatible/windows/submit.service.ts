import { CAMERA_PICTURE_SLOT_S } from '#shared/plain/live/live-pictures.ts';
import type { WindowDeps } from '../../deps.ts';
import { TranscoderBusyError } from '#functions/base/errors.ts';
import { cutWindow } from '../../media/compatible/cutter.ts';
import type { BroadcastKey, WindowJob } from '../../broadcast.ts';
import type { Window } from '../../media/compatible/timeline.ts';
import type { Capture } from '../../adapters/compatible/window-transcoder.ts';

/** The time that a process has to get a job for an attempt, before another process starts the next. */
const LEASE_MS = 30_000;
/** The job is queried after this time without an event. */
const WATCH_MS = 45_000;
/** The delay after MediaConvert refuses a job because it is busy. */
const BUSY_MS = 2_000;
/** The delay after another failure, which may be temporary. */
const RETRY_MS = 3_000;
const MAX_FAILED_JOBS = 4;
/** The maximum number of attempts, including those that got no job. */
const MAX_ATTEMPTS = 8;

export type SubmitBroadcast = BroadcastKey & { readonly targetDurationS: number };

/** The next attempt at a window, owned by the process that stores it. Keeps the alignment of an earlier cut. */
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

/** Starts the next attempt at a window, unless another process did. Too many attempts make the window fail. */
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

export async function retryWindow(
  deps: WindowDeps,
  broadcast: SubmitBroadcast,
  failed: WindowJob,
): Promise<void> {
  if (failed.attempt >= MAX_FAILED_JOBS) return giveUp(deps, broadcast, failed);
  await beginAttempt(deps, broadcast, failed);
}

/** Marks the window as failed. Live viewers skip it; the replay tries it again. */
async function giveUp(
  { broadcasts, report, clock }: WindowDeps,
  { id }: BroadcastKey,
  { id: windowId, attempt }: WindowJob,
): Promise<void> {
  if (!(await broadcasts.settle(id, windowId, null, clock()))) return;
  report('browser-stream.window', new Error(`Window ${windowId} of ${id} failed ${attempt} times`));
}

/** Cuts the window of an attempt that the caller owns, and creates its job. A failure delays the next attempt. */
export async function submitAttempt(
  deps: WindowDeps,
  broadcast: SubmitBroadcast,
  job: WindowJob,
): Promise<void> {
  try {
    await makeJob(deps, broadcast, job);
  } catch (error) {
    const isBusy = error instanceof TranscoderBusyError;
    // A busy MediaConvert does not count as an attempt.
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
  // Stored before the job is created, because its end may be reported before its id is stored.
  if (!(await broadcasts.replaceJob(broadcast.id, job, ready))) return;
  const hasSound = alignment.sound !== undefined;
  const { targetDurationS: segmentS } = broadcast;
  const request = { ...key, endMs: window.endMs, captures: capturesOf(window), hasSound, segmentS };
  const jobId = await transcoder.start(request);
  const takenAtMs = clock();
  await broadcasts.replaceJob(broadcast.id, ready, {
    ...ready,
    jobId,
    takenAtMs,
    dueMs: takenAtMs + WATCH_MS,
  });
}

const readChunks = (chunks: WindowDeps['chunks'], broadcast: BroadcastKey, { from, throughSeq }: Window) =>
  Promise.all(
    Array.from({ length: throughSeq - from.at.seq + 1 }, async (_, index) => {
      const seq = from.at.seq + index;
      return { seq, bytes: await chunks.read(broadcast, seq) };
    }),
  );

const CAPTURES = ['poster', 'picture', 'live'] as const satisfies readonly Capture[];
const PICTURE_EVERY_MS = 10_000;
/** People still adjust their camera at the start. */
const POSTER_AT_MS = 10_000;

/** Pictures on cards are at most a minute old, with the window, its job, the CDN and the poll. */
const LIVE_EVERY_MS = CAMERA_PICTURE_SLOT_S * 1000;

/** Pictures of a window: every 10 s one for the seek bar and one for cards, and a poster at the start and at 10 s. */
export function capturesOf({
  number,
  startMs,
  endMs,
}: Pick<Window, 'number' | 'startMs' | 'endMs'>): Capture[] {
  const holds = (timeMs: number): boolean => startMs <= timeMs && timeMs < endMs;
  // The first frame is rarely at 0.
  const isDue = (everyMs: number): boolean => number === 0 || holds(Math.ceil(startMs / everyMs) * everyMs);
  const wanted: Readonly<Record<Capture, boolean>> = {
    poster: number === 0 || holds(POSTER_AT_MS),
    picture: isDue(PICTURE_EVERY_MS),
    live: isDue(LIVE_EVERY_MS),
  };
  return CAPTURES.filter((capture) => wanted[capture]);
}
