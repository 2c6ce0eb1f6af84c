import { eachItem } from '#functions/log/each-item.ts';
import { applyReport } from './job-reports.service.ts';
import { cleanFiles } from './clean-files.service.ts';
import type { VideoDeps } from '../transcode.adapters.ts';
import { deleteReplacedRecording } from './ladder.service.ts';
import { submitAgain, submitVideo } from './transcode.service.ts';
import { LEASE_MS, WATCH_MS, type Work } from '../work.ts';

/** Limit for one run; the next minute continues. */
const MAX_WORK = 60;
const AT_ONCE = 4;
/** For how long a run begins pieces; the files of one may take 20 s more (`ladder.service.ts`). */
const BEGIN_MS = 15_000;

/**
 * Processes the work that is due: submits jobs, polls jobs without events, and deletes files. A failure does not stop
 * the other work. Returns how many pieces it processed.
 */
export async function processDueWork(deps: VideoDeps): Promise<number> {
  const { works, clock } = deps;
  const untilMs = clock() + BEGIN_MS;
  const due = await works.listDue(clock(), MAX_WORK);
  return eachItem(due, {
    step: 'videos.work',
    atOnce: AT_ONCE,
    hasTime: () => clock() < untilMs,
    work: (work) => doWork(deps, work),
    moveBack: (work) => works.replace(work, { ...work, dueMs: clock() + LEASE_MS }),
  });
}

async function doWork(deps: VideoDeps, work: Work): Promise<void> {
  const { works, clock } = deps;
  if (work.kind === 'submit') return submitVideo(deps, work);
  const claimed = await works.claim(work, clock() + (work.kind === 'watch' ? WATCH_MS : LEASE_MS));
  if (!claimed) return;
  if (claimed.kind === 'clean') return cleanFiles(deps, claimed);
  if (claimed.kind === 'tidy') return deleteReplacedRecording(deps, claimed, claimed.ladder!);
  const report = await deps.transcoder.find(claimed.jobId ?? '');
  if (report) return applyReport(deps, report);
  await submitAgain(deps, claimed);
}
