import { jobStatusOf, type JobDetail } from '#functions/aws/jobs/mediaconvert-jobs.ts';
import type { BroadcastKey, WindowId } from '../../broadcast.ts';

export interface AttemptKey extends BroadcastKey {
  readonly windowId: WindowId;
  readonly attempt: number;
}

/** A picture of a window's first frame, which its job makes. */
export type Capture = 'poster' | 'picture' | 'live';

/** Names the pictures of a window. */
export interface CaptureKey extends BroadcastKey {
  readonly windowId: WindowId;
  /** The window's end on the broadcast's clock. */
  readonly endMs: number;
}

export interface WindowJobRequest extends AttemptKey, CaptureKey {
  /** The pictures to make: see `captureKey`. */
  readonly captures: readonly Capture[];
  readonly hasSound: boolean;
  /** Also the maximum distance of keyframes. */
  readonly segmentS: number;
}

export interface WindowJobReport extends AttemptKey {
  readonly jobId: string;
  readonly status: 'running' | 'complete' | 'failed' | 'canceled';
}

export interface WindowTranscoder {
  /** Creates a job; resolves to its id. Throws `TranscoderBusyError` (`functions/base/errors.ts`). */
  start(request: WindowJobRequest): Promise<string>;
  /** `null` where MediaConvert no longer has the job. */
  find(jobId: string): Promise<WindowJobReport | null>;
}

/** Comes back in each event of a job. All values are text. */
export const metadataOf = ({ id, channelId, windowId, attempt }: AttemptKey) => ({
  broadcast_id: id,
  channel_id: channelId,
  window_id: windowId,
  attempt: String(attempt),
});

export const isWindowJob = (metadata: JobDetail['userMetadata']): boolean =>
  metadata?.['broadcast_id'] !== undefined;

/** `undefined` for other jobs, and for events without a status. */
export function reportOf({ jobId, status: named, userMetadata }: JobDetail): WindowJobReport | undefined {
  const status = jobStatusOf(named);
  const { broadcast_id: id, channel_id: channelId, window_id: windowId, attempt: text } = userMetadata ?? {};
  const attempt = Number(text);
  if (!jobId || !status || !id || !channelId || !windowId || !Number.isInteger(attempt)) return undefined;
  return { jobId, status, id, channelId, windowId, attempt };
}
