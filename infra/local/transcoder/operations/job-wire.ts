import { jobPercent } from '../jobs/job-events.ts';
import type { OutputResult } from '../jobs/job-results.ts';
import type { JobProgress } from '../jobs/job-run.ts';
import type { JobRecord } from '../jobs/transcoder-records.ts';
import { jobArn, queueArn } from '../request/identifiers.ts';

/** Times are in seconds. */
export const seconds = (timeMs: number): number => timeMs / 1000;

/** A job in the API's responses. */
export function toWire(job: JobRecord, progress: JobProgress | undefined): object {
  const { id, request, status, priority, queue, retryCount, error, results } = job;
  const percent = status === 'COMPLETE' ? 100 : progress && jobPercent(progress);
  return {
    id,
    arn: jobArn(id),
    status,
    priority,
    queue: queueArn(queue),
    role: request.role,
    settings: request.settings,
    userMetadata: request.userMetadata ?? {},
    statusUpdateInterval: request.statusUpdateInterval ?? 'SECONDS_60',
    createdAt: seconds(job.submittedAtMs),
    timing: {
      submitTime: seconds(job.submittedAtMs),
      ...(job.startedAtMs && { startTime: seconds(job.startedAtMs) }),
      ...(job.finishedAtMs && { finishTime: seconds(job.finishedAtMs) }),
    },
    retryCount,
    ...(request.clientRequestToken && { clientRequestToken: request.clientRequestToken }),
    ...(status === 'PROGRESSING' && progress && { currentPhase: progress.phase }),
    ...(percent !== undefined && { jobPercentComplete: percent }),
    ...(error && { errorCode: error.code, errorMessage: error.message }),
    ...(results && {
      outputGroupDetails: results.map(({ outputDetails }) => ({
        outputDetails: outputDetails.map(outputToWire),
      })),
    }),
  };
}

/** Without paths and bit rates, which only events have. */
const outputToWire = ({ durationInMs, videoDetails }: OutputResult): object => ({
  durationInMs,
  ...(videoDetails && {
    videoDetails: { widthInPx: videoDetails.widthInPx, heightInPx: videoDetails.heightInPx },
  }),
});
