import type { WindowDeps } from '../../deps.ts';
import type { WindowJobReport } from '../../adapters/compatible/window-transcoder.ts';
import type { WindowJob } from '../../broadcast.ts';
import { beginAttempt, type SubmitBroadcast } from './submit.service.ts';
import { applyResult } from './window-results.service.ts';

/** Submits the windows that no process handles: waiting ones, and those whose submission was interrupted. */
export async function submitDueWindows(
  deps: WindowDeps,
  broadcast: SubmitBroadcast,
  jobs: readonly WindowJob[],
  maxInFlight: number,
): Promise<void> {
  const isDue = dueAt(deps.clock());
  const atWork = jobs.filter((job) => (isDue(job) ? job.jobId !== undefined : job.attempt > 0)).length;
  const free = Math.max(0, maxInFlight - atWork);
  const waiting = jobs.filter((job) => isDue(job) && job.jobId === undefined).slice(0, free);
  await Promise.all(waiting.map((job) => beginAttempt(deps, broadcast, job)));
}

/** Checks jobs without an event; their output may exist anyway. */
export async function checkSilentJobs(
  deps: WindowDeps,
  broadcast: SubmitBroadcast,
  jobs: readonly WindowJob[],
  /** Whether one of the jobs may be queried: MediaConvert answers two such queries per second for the whole account. */
  mayQuery: boolean,
): Promise<void> {
  const isDue = dueAt(deps.clock());
  const silent = jobs.filter((job) => isDue(job) && job.jobId !== undefined);
  const [longest] = silent.toSorted((a, b) => a.dueMs - b.dueMs);
  await Promise.all(silent.map((job) => checkSilentJob(deps, broadcast, job, mayQuery && job === longest)));
}

const dueAt =
  (nowMs: number) =>
  ({ dueMs }: WindowJob): boolean =>
    dueMs <= nowMs;

/** Checks one job, as the event of its end may be lost. */
async function checkSilentJob(
  deps: WindowDeps,
  broadcast: SubmitBroadcast,
  job: WindowJob,
  mayQuery: boolean,
): Promise<void> {
  const { jobId = '', id: windowId, attempt } = job;
  const key = { id: broadcast.id, channelId: broadcast.channelId, windowId, attempt };
  if (await deps.windows.readOutput(key))
    return applyResult(deps, broadcast, { ...key, jobId, status: 'complete' });
  const report = mayQuery ? await queryJob(deps, jobId) : undefined;
  if (report === null) return beginAttempt(deps, broadcast, job);
  if (!report || report.status === 'running') return postpone(deps, broadcast, job);
  await applyResult(deps, broadcast, report);
}

/** `null` where the job no longer exists, `undefined` after an error; it will be queried again. */
async function queryJob(
  { transcoder, report }: WindowDeps,
  jobId: string,
): Promise<WindowJobReport | null | undefined> {
  try {
    return await transcoder.find(jobId);
  } catch (error) {
    report('browser-stream.ask', error);
    return undefined;
  }
}

/** Jobs take longer in a full queue. */
const RECHECK_MS = 30_000;

async function postpone({ broadcasts, clock }: WindowDeps, { id }: SubmitBroadcast, job: WindowJob) {
  await broadcasts.replaceJob(id, job, { ...job, dueMs: clock() + RECHECK_MS });
}
