/** Reads what MediaConvert says of a job: its event and its answer to GetJob name the same things differently. */
import type { Job } from '@aws-sdk/client-mediaconvert';
import { jobStatusOf } from '../../aws/mediaconvert-status.ts';
import type { JobReport } from '../ports.ts';

/** What comes back with each job: whose it is. */
export interface JobMetadata {
  readonly video_id: string;
  readonly channel_id: string;
  /** Seconds between two pictures of the storyboard. */
  readonly storyboard_interval_s: string;
}

/** The detail of *MediaConvert Job State Change*, as far as we read it. */
export interface JobStateDetail {
  readonly jobId?: string;
  readonly status?: string;
  readonly userMetadata?: Readonly<Record<string, string>>;
  readonly errorCode?: number;
  readonly jobProgress?: { readonly jobPercentComplete?: number };
  readonly outputGroupDetails?: readonly {
    readonly outputDetails?: readonly {
      readonly durationInMs?: number;
      readonly videoDetails?: { readonly widthInPx?: number; readonly heightInPx?: number };
    }[];
  }[];
}

/** The groups of `transcodeJob`, in its order. */
const [VIDEO_GROUP, STORYBOARD_GROUP] = [0, 2];

/** Nothing for jobs that are none of ours, and for news that tell nothing. */
export function reportOfEvent(detail: JobStateDetail): JobReport | undefined {
  const { jobId, userMetadata: metadata = {}, errorCode, outputGroupDetails: groups = [] } = detail;
  const status = jobStatusOf(detail.status);
  const percent = detail.jobProgress?.jobPercentComplete;
  const durationMs = groups[VIDEO_GROUP]?.outputDetails?.[0]?.durationInMs;
  const picture = groups[STORYBOARD_GROUP]?.outputDetails?.[0]?.videoDetails;
  const size = { widthPx: picture?.widthInPx, heightPx: picture?.heightInPx };
  return reportOf({ jobId, status, metadata, errorCode, percent, durationMs, size });
}

/** Nothing for jobs that are none of ours. */
export function reportOfJob(job: Job): JobReport | undefined {
  const {
    Id: jobId,
    UserMetadata: metadata = {},
    ErrorCode: errorCode,
    OutputGroupDetails: groups = [],
  } = job;
  const status = jobStatusOf(job.Status);
  const percent = job.JobPercentComplete;
  const durationMs = groups[VIDEO_GROUP]?.OutputDetails?.[0]?.DurationInMs;
  const picture = groups[STORYBOARD_GROUP]?.OutputDetails?.[0]?.VideoDetails;
  const size = { widthPx: picture?.WidthInPx, heightPx: picture?.HeightInPx };
  return reportOf({ jobId, status, metadata, errorCode, percent, durationMs, size });
}

interface Told {
  readonly jobId: string | undefined;
  readonly status: JobReport['status'] | undefined;
  readonly metadata: Partial<JobMetadata>;
  readonly errorCode: number | undefined;
  readonly percent: number | undefined;
  readonly durationMs: number | undefined;
  readonly size: { readonly widthPx: number | undefined; readonly heightPx: number | undefined };
}

function reportOf({ jobId, status, metadata, errorCode, percent, durationMs, size }: Told) {
  const { video_id: videoId, channel_id: channelId, storyboard_interval_s: interval } = metadata;
  if (!jobId || !status || !videoId || !channelId) return undefined;
  const { widthPx, heightPx } = size;
  const intervalS = Number(interval);
  return {
    jobId,
    videoId,
    channelId,
    status,
    ...(percent !== undefined && { percent }),
    ...(errorCode !== undefined && { errorCode }),
    ...(durationMs !== undefined && { durationS: durationMs / 1000 }),
    ...(widthPx && heightPx && intervalS > 0 && { storyboard: { widthPx, heightPx, intervalS } }),
  } satisfies JobReport;
}
