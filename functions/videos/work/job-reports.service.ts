import { cleanFiles } from './clean-files.service.ts';
import { isFinal, reasonAfterRetries, reasonOf } from '../refusals.ts';
import { collectOutputs, completeLadder } from './ladder.service.ts';
import { failVideo, submitAgain } from './transcode.service.ts';
import type { JobReport } from '../ports.ts';
import type { VideoDeps } from '../transcode.adapters.ts';
import { videoFilesPrefix, withSubmittedJob, type Work } from '../work.ts';

/** Limit for one video, when jobs fail for reasons other than the file. */
const MAX_JOBS = 3;

/** Applies a job's state. Reports may be late, duplicated and in any order. */
export async function applyReport(deps: VideoDeps, report: JobReport): Promise<void> {
  const known = await deps.works.find(report.videoId);
  if (report.status === 'complete' && !known?.ladder) return completeVideo(deps, report);
  const work = await adopt(deps, report, known);
  if (!work) return;
  if (work.ladder && report.status === 'complete') return completeLadder(deps, work, work.ladder, report);
  if (report.status === 'running') {
    if (report.percent !== undefined) await deps.videos.setPercent(report.videoId, whole(report.percent));
  } else if (report.status === 'canceled') await failVideo(deps, work, { reason: 'video_stopped' });
  else await endFailedJob(deps, work, report.errorCode);
}

/** 100 percent is reserved for a ready video. */
const whole = (percent: number): number => Math.max(0, Math.min(99, Math.round(percent)));

/**
 * Finds the work of a job. The first event may precede the answer that names the job. Ignores events of another job
 * than the known one.
 */
async function adopt(
  { works, clock }: VideoDeps,
  { jobId }: JobReport,
  work: Work | null,
): Promise<Work | null> {
  if (work?.kind === 'watch') return work.jobId === jobId ? work : null;
  if (work?.kind !== 'submit' || work.jobId) return null;
  const watching = withSubmittedJob(work, jobId, clock());
  return (await works.replace(work, watching)) ? watching : null;
}

/** Creates another job, unless it would fail for the same reason. */
async function endFailedJob(deps: VideoDeps, work: Work, errorCode: number | undefined): Promise<void> {
  if (isFinal(errorCode)) return failVideo(deps, work, { reason: reasonOf(errorCode) });
  if (work.jobs >= MAX_JOBS) return failVideo(deps, work, { reason: reasonAfterRetries(errorCode) });
  await submitAgain(deps, work);
}

async function completeVideo(deps: VideoDeps, report: JobReport): Promise<void> {
  const { videos, mediaFiles, uploadFiles } = deps;
  const { videoId, channelId } = report;
  const filesPrefix = videoFilesPrefix(channelId, videoId);
  const status = (await videos.find(videoId))?.status;
  if (status === 'ready') return;
  if (status === 'processing') {
    const outputs = await collectOutputs(deps, filesPrefix, report);
    if (await videos.setReady(videoId, outputs)) {
      // The bucket expires what remains of the upload.
      return uploadFiles
        .discard({ channelId, uploadId: videoId })
        .catch((error: unknown) => deps.report('videos.discard', error));
    }
    if ((await videos.find(videoId))?.status === 'ready') return;
  }
  // Deleted or failed meanwhile.
  const work = await deps.works.find(videoId);
  if (work?.kind === 'clean') await cleanFiles(deps, work);
  else await mediaFiles.deleteAll(filesPrefix);
}
