import type { EventBridgeEvent } from 'aws-lambda';
import { logStep } from '#functions/log/log.ts';
import { processDueWork } from './work/due-work.service.ts';
import { reportOf } from './transcode/job-report.ts';
import type { JobDetail } from '#functions/aws/jobs/mediaconvert-jobs.ts';
import { applyReport } from './work/job-reports.service.ts';
import type { VideoDeps } from './transcode.adapters.ts';

/** Handles EventBridge's *MediaConvert Job State Change*. Ignores jobs of others in the account. */
export async function onJobStateChange(
  deps: VideoDeps,
  { detail }: EventBridgeEvent<string, JobDetail>,
): Promise<void> {
  const report = reportOf(detail);
  if (!report) return;
  await applyReport(deps, report);
  // The end of a job may free capacity for the next; the tick is up to a minute away.
  if (report.status !== 'running') await processDueWork(deps);
}

/** The minute tick. */
export async function onVideosTick(deps: VideoDeps): Promise<void> {
  const done = await processDueWork(deps);
  if (done > 0) logStep('videos.work', { done });
}
