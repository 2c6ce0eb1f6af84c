import type { WindowDeps } from '../deps.ts';
import type { WindowJobReport } from '../window-transcoder.ts';
import type { WindowJob } from '../../broadcast.ts';
import { beginAttempt, type SubmitBroadcast } from './submit.service.ts';
import { applyResult, type ResultBroadcast } from './window-results.service.ts';

/** Takes up the windows that nobody works on: those that wait for their turn, and those whose submission was interrupted. */
export async function submitDueWindows(
  deps: WindowDeps,
  broadcast: SubmitBroadcast,
  jobs: readonly WindowJob[],
  /** No more are in work at once. */
  maxInFlight: number,
): Promise<void> {
  const isDue = dueAt(deps.clock());
  const atWork = jobs.filter((job) => (isDue(job) ? job.jobId !== undefined : job.attempt > 0)).length;
  const free = Math.max(0, maxInFlight - atWork);
  const waiting = jobs.filter((job) => isDue(job) && job.jobId === undefined).slice(0, free);
  await Promise.all(waiting.map((job) => beginAttempt(deps, broadcast, job)));
}

/** Looks after those of whose jobs nothing was heard, which may have left their work all the same. */
export async function checkSilentJobs(
  deps: WindowDeps,
  broadcast: ResultBroadcast,
  jobs: readonly WindowJob[],
  /** Whether MediaConvert may be asked about one of them: it answers two such questions a second, for the whole account. */
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

/** Its end may have been told, and not heard. */
async function checkSilentJob(
  deps: WindowDeps,
  broadcast: ResultBroadcast,
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

/** `null` where it is no longer known, nothing where there was no answer: it will be asked again. */
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

/** A queue that is full takes its time. */
const RECHECK_MS = 30_000;

async function postpone(
  { broadcasts, clock }: WindowDeps,
  { id }: ResultBroadcast,
  job: WindowJob,
): Promise<void> {
  await broadcasts.replaceJob(id, job, { ...job, dueMs: clock() + RECHECK_MS });
}
