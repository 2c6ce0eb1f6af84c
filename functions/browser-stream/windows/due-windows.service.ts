import type { WindowJob } from '../broadcast.ts';
import type { ProcessingPorts } from '../ports.ts';
import { beginAttempt, MAX_IN_FLIGHT } from './submit.service.ts';
import { takeResult, type ResultBroadcast } from './window-results.service.ts';

/**
 * Takes up the windows that nobody works on: those that wait for their turn, those whose submission was interrupted, and
 * those of whose jobs nothing was heard. No more are in work at once than `MAX_IN_FLIGHT`.
 */
export async function doDueWindows(
  ports: ProcessingPorts,
  broadcast: ResultBroadcast,
  jobs: readonly WindowJob[],
): Promise<void> {
  const nowMs = ports.clock();
  const isDue = ({ dueMs }: WindowJob): boolean => dueMs <= nowMs;
  const asked = jobs.filter((job) => isDue(job) && job.jobId !== undefined);
  const atWork = jobs.filter((job) => !isDue(job) && job.attempt > 0).length + asked.length;
  const free = Math.max(0, MAX_IN_FLIGHT - atWork);
  const begun = jobs.filter((job) => isDue(job) && job.jobId === undefined).slice(0, free);
  await Promise.all([
    ...asked.map((job) => askForJob(ports, broadcast, job)),
    ...begun.map((job) => beginAttempt(ports, broadcast, job)),
  ]);
}

/** Its end may have been told, and not heard. */
async function askForJob(ports: ProcessingPorts, broadcast: ResultBroadcast, job: WindowJob): Promise<void> {
  const report = await ports.transcoder.find(job.jobId ?? '');
  if (!report) return beginAttempt(ports, broadcast, job);
  if (report.status === 'running') return postpone(ports, broadcast, job);
  await takeResult(ports, broadcast, report);
}

/** A queue that is full takes its time. */
const ASK_AGAIN_MS = 30_000;

async function postpone(
  { broadcasts, clock }: ProcessingPorts,
  { id }: ResultBroadcast,
  job: WindowJob,
): Promise<void> {
  await broadcasts.replaceJob(id, job, { ...job, dueMs: clock() + ASK_AGAIN_MS });
}
