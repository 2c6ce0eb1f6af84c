/** What MediaConvert says of a job: its event and its answer to GetJob name the same things differently. */
import type { Job } from '@aws-sdk/client-mediaconvert';

export type JobStatus = 'running' | 'complete' | 'failed' | 'canceled';

const STATUSES: Readonly<Record<string, JobStatus>> = {
  SUBMITTED: 'running',
  PROGRESSING: 'running',
  STATUS_UPDATE: 'running',
  COMPLETE: 'complete',
  ERROR: 'failed',
  CANCELED: 'canceled',
};

/**
 * A job's status as its events and GetJob name it. Nothing for news that tell nothing (*INPUT_INFORMATION* …).
 * Source: AWS Elemental MediaConvert User Guide, "List of MediaConvert EventBridge events".
 */
export const jobStatusOf = (status: string | undefined): JobStatus | undefined => STATUSES[status ?? ''];

interface OutputDetail {
  readonly durationInMs?: number | undefined;
  readonly videoDetails?:
    | { readonly widthInPx?: number | undefined; readonly heightInPx?: number | undefined }
    | undefined;
}

/** The detail of *MediaConvert Job State Change*, as far as we read it. */
export interface JobDetail {
  readonly jobId?: string | undefined;
  readonly status?: string | undefined;
  readonly userMetadata?: Readonly<Record<string, string>> | undefined;
  readonly errorCode?: number | undefined;
  readonly jobProgress?: { readonly jobPercentComplete?: number | undefined } | undefined;
  readonly outputGroupDetails?: readonly { readonly outputDetails?: readonly OutputDetail[] }[] | undefined;
}

/** GetJob's answer in the words of the event. */
export const detailOf = (job: Job): JobDetail => ({
  jobId: job.Id,
  status: job.Status,
  userMetadata: job.UserMetadata,
  errorCode: job.ErrorCode,
  jobProgress: { jobPercentComplete: job.JobPercentComplete },
  outputGroupDetails: job.OutputGroupDetails?.map(({ OutputDetails = [] }) => ({
    outputDetails: OutputDetails.map(({ DurationInMs, VideoDetails }) => ({
      durationInMs: DurationInMs,
      videoDetails: { widthInPx: VideoDetails?.WidthInPx, heightInPx: VideoDetails?.HeightInPx },
    })),
  })),
});
