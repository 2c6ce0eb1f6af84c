import { jobStatusOf, type JobDetail } from '#functions/aws/jobs/mediaconvert-jobs.ts';
import type { JobReport } from '../ports.ts';

/** User metadata that MediaConvert returns with each event of the job. */
export interface JobMetadata {
  readonly video_id: string;
  readonly channel_id: string;
  /** Seconds between two pictures of the storyboard. */
  readonly storyboard_interval_s: string;
}

/** Indexes of the groups of `transcodeJob`. */
const [VIDEO_GROUP, STORYBOARD_GROUP] = [0, 2];

/** `undefined` for jobs of others in the account, and for events without news. */
export function reportOf(detail: JobDetail): JobReport | undefined {
  const { jobId, errorCode, outputGroupDetails: groups = [] } = detail;
  const metadata: Partial<JobMetadata> = detail.userMetadata ?? {};
  const { video_id: videoId, channel_id: channelId } = metadata;
  const status = jobStatusOf(detail.status);
  if (!jobId || !status || !videoId || !channelId) return undefined;
  const percent = detail.jobProgress?.jobPercentComplete;
  const durationMs = groups[VIDEO_GROUP]?.outputDetails?.[0]?.durationInMs;
  const picture = groups[STORYBOARD_GROUP]?.outputDetails?.[0]?.videoDetails;
  const { widthInPx: widthPx, heightInPx: heightPx } = picture ?? {};
  const intervalS = Number(metadata.storyboard_interval_s);
  return {
    jobId,
    videoId,
    channelId,
    status,
    ...(percent !== undefined && { percent }),
    ...(errorCode !== undefined && { errorCode }),
    ...(durationMs !== undefined && { durationS: durationMs / 1000 }),
    ...(widthPx && heightPx && intervalS > 0 && { storyboard: { widthPx, heightPx, intervalS } }),
  };
}
