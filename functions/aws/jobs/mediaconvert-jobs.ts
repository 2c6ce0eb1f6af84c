/** MediaConvert jobs: the event and GetJob name the same fields differently. */
import type { Job } from '@aws-sdk/client-mediaconvert';

type JobStatus = 'running' | 'complete' | 'failed' | 'canceled';

const STATUSES: Readonly<Record<string, JobStatus>> = {
  SUBMITTED: 'running',
  PROGRESSING: 'running',
  STATUS_UPDATE: 'running',
  COMPLETE: 'complete',
  ERROR: 'failed',
  CANCELED: 'canceled',
};

/** `undefined` for other events. Source: User Guide, "List of MediaConvert EventBridge events". */
export const jobStatusOf = (status: string | undefined): JobStatus | undefined => STATUSES[status ?? ''];

interface OutputDetail {
  readonly durationInMs?: number | undefined;
  readonly videoDetails?:
    | { readonly widthInPx?: number | undefined; readonly heightInPx?: number | undefined }
    | undefined;
}

/** The fields of *MediaConvert Job State Change* that we read. */
export interface JobDetail {
  readonly jobId?: string | undefined;
  readonly status?: string | undefined;
  readonly userMetadata?: Readonly<Record<string, string>> | undefined;
  readonly errorCode?: number | undefined;
  readonly jobProgress?: { readonly jobPercentComplete?: number | undefined } | undefined;
  readonly outputGroupDetails?: readonly { readonly outputDetails?: readonly OutputDetail[] }[] | undefined;
}

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
