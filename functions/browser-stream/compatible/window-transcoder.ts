import { jobStatusOf, type JobDetail } from '../../aws/jobs/mediaconvert-jobs.ts';
import type { AttemptKey, WindowJobReport } from '../ports/work.ts';

/** What comes back with each job: whose it is. All of it is text. */
export interface WindowJobMetadata {
  readonly broadcast_id: string;
  readonly channel_id: string;
  readonly window_id: string;
  readonly attempt: string;
}

export const metadataOf = ({ id, channelId, windowId, attempt }: AttemptKey) =>
  ({
    broadcast_id: id,
    channel_id: channelId,
    window_id: windowId,
    attempt: String(attempt),
  }) satisfies WindowJobMetadata;

/** Whether the job of these metadata is a window's. */
export const isWindowJob = (metadata: Partial<WindowJobMetadata> | undefined): boolean =>
  metadata?.broadcast_id !== undefined;

/** Nothing for jobs of something else, and for news that tell nothing. */
export function reportOf({ jobId, status: named, userMetadata }: JobDetail): WindowJobReport | undefined {
  const metadata: Partial<WindowJobMetadata> = userMetadata ?? {};
  const status = jobStatusOf(named);
  const { broadcast_id: id, channel_id: channelId, window_id: windowId } = metadata;
  const attempt = Number(metadata.attempt);
  if (!jobId || !status || !id || !channelId || !windowId || !Number.isInteger(attempt)) return undefined;
  return { jobId, status, id, channelId, windowId, attempt };
}
