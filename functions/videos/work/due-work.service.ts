import { eachAtOnce } from '../../base/at-once.ts';
import { applyReport } from './job-reports.service.ts';
import { cleanFiles } from './clean-files.service.ts';
import type { TranscodePorts } from '../ports.ts';
import { tidyRecording } from './ladder.service.ts';
import { submitVideo } from './transcode.service.ts';
import { LEASE_MS, WATCH_MS, type Work } from '../work.ts';

/** Limit for one run; the next minute continues. */
const MAX_WORK = 60;
const AT_ONCE = 4;

/**
 * Processes the work that is due: submits jobs, polls jobs without events, and deletes files. A failure does not stop
 * the other work. Returns how many pieces it processed.
 */
export async function doDueWork(ports: TranscodePorts): Promise<number> {
  const due = await ports.works.listDue(ports.clock(), MAX_WORK);
  await eachAtOnce(due, { atOnce: AT_ONCE, failed: (count) => `Work on ${count} videos failed` }, (work) =>
    doWork(ports, work),
  );
  return due.length;
}

async function doWork(ports: TranscodePorts, work: Work): Promise<void> {
  const { works, clock } = ports;
  if (work.kind === 'submit') return submitVideo(ports, work);
  const claimed = await works.claim(work, clock() + (work.kind === 'watch' ? WATCH_MS : LEASE_MS));
  if (!claimed) return;
  if (claimed.kind === 'clean') return cleanFiles(ports, claimed);
  if (claimed.kind === 'tidy') return tidyRecording(ports, claimed, claimed.ladder!);
  const report = await ports.transcoder.find(claimed.jobId ?? '');
  if (report) return applyReport(ports, report);
  const again: Work = { ...claimed, kind: 'submit', dueMs: clock() };
  if (await works.replace(claimed, again)) await submitVideo(ports, again);
}
