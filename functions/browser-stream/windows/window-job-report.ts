/** Reads what MediaConvert says of a window's job: its event and its answer to GetJob name the same things differently. */
import type { Job } from '@aws-sdk/client-mediaconvert';
import { jobStatusOf } from '../../aws/mediaconvert-status.ts';
import type { AttemptKey, WindowJobReport } from '../ports.ts';

/** What comes back with each job: whose it is. All of it is text. */
export interface WindowJobMetadata {
  readonly broadcast_id: string;
  readonly channel_id: string;
  readonly window_id: string;
  readonly attempt: string;
}

/** The detail of *MediaConvert Job State Change*, as far as we read it. */
export interface WindowJobDetail {
  readonly jobId?: string;
  readonly status?: string;
  readonly userMetadata?: Readonly<Record<string, string>>;
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
export const reportOfEvent = ({
  jobId,
  status,
  userMetadata,
}: WindowJobDetail): WindowJobReport | undefined => reportOf(jobId, status, userMetadata);

/** Nothing for jobs of something else. */
export const reportOfJob = ({ Id, Status, UserMetadata }: Job): WindowJobReport | undefined =>
  reportOf(Id, Status, UserMetadata);

function reportOf(
  jobId: string | undefined,
  named: string | undefined,
  metadata: Partial<WindowJobMetadata> = {},
): WindowJobReport | undefined {
  const status = jobStatusOf(named);
  const { broadcast_id: id, channel_id: channelId, window_id: windowId } = metadata;
  const attempt = Number(metadata.attempt);
  if (!jobId || !status || !id || !channelId || !windowId || !Number.isInteger(attempt)) return undefined;
  return { jobId, status, id, channelId, windowId, attempt };
}
