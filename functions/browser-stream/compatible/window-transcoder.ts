import { jobStatusOf, type JobDetail } from '../../aws/jobs/mediaconvert-jobs.ts';
import type { BroadcastKey, WindowId } from '../broadcast.ts';

/** An attempt at one window. */
export interface AttemptKey extends BroadcastKey {
  readonly windowId: WindowId;
  readonly attempt: number;
}

/** A picture that a window's job takes out of it, its first frame. */
export type Capture = 'poster' | 'picture' | 'live';

export interface WindowJobRequest extends AttemptKey {
  /** Pictures of its first frame that are wanted: `<capture>-<window id>.….jpg`. */
  readonly captures: readonly Capture[];
  readonly hasSound: boolean;
  /** How long a segment may be: keyframes are no further apart. */
  readonly segmentS: number;
}

export interface WindowJobReport extends AttemptKey {
  readonly jobId: string;
  readonly status: 'running' | 'complete' | 'failed' | 'canceled';
}

/** Transcodes windows. */
export interface WindowTranscoder {
  /** Makes a job and answers its id. Throws `TranscoderBusyError` (`functions/base/errors.ts`). */
  start(request: WindowJobRequest): Promise<string>;
  /** `null` where the job is no longer known. */
  find(jobId: string): Promise<WindowJobReport | null>;
}

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
