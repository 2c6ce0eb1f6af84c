import type { EventBridgeEvent } from 'aws-lambda';
import { logFailure, logStep } from '../../http/log.ts';
import { publishRecording, showRecording } from './recording-events.service.ts';
import { recordingPlace } from './recording.place.ts';
import type { RecordingEventsPorts } from './ports.ts';

interface RecordingStateDetail {
  readonly recording_status?: string;
  readonly recording_status_reason?: string;
  readonly recording_s3_bucket_name?: string;
  readonly recording_s3_key_prefix?: string;
  readonly recording_duration_ms?: number;
  readonly recording_session_stream_ids?: readonly string[];
  readonly channel_name?: string;
  readonly stream_id?: string;
}

export interface RecordingHandlerPorts extends RecordingEventsPorts {
  /** The bucket of our recordings: what others in the account record is ignored. */
  readonly recordingsBucket: string;
}

/**
 * *IVS Recording State Change*, as EventBridge delivers it: at least once, late, in any order. A recording that has
 * begun gives a live channel its picture; one that has ended becomes a replay. Source: Amazon IVS User Guide, "Using Amazon EventBridge".
 */
export async function onRecordingStateChange(
  { recordingsBucket, ...ports }: RecordingHandlerPorts,
  { time, detail }: EventBridgeEvent<string, RecordingStateDetail>,
): Promise<void> {
  const { recording_status: status = '', channel_name: channelId, stream_id: streamId } = detail;
  if (detail.recording_s3_bucket_name !== recordingsBucket || !channelId) return;
  if (status.endsWith('Failure')) return logFailure('recording', new Error(failureOf(detail)));
  const prefix = detail.recording_s3_key_prefix ?? '';
  const place = recordingPlace(prefix);
  if (!place) return;
  const atMs = Date.parse(time);
  if (status === 'Recording Start') return showRecording(ports, { channelId, place, begunAtMs: atMs });
  if (status !== 'Recording End') return;
  const outcome = await publishRecording(ports, {
    channelId,
    prefix,
    place,
    streamIds: detail.recording_session_stream_ids ?? (streamId ? [streamId] : []),
    durationMs: detail.recording_duration_ms ?? 0,
    endedAtMs: atMs,
  });
  logStep('recording.ended', { outcome });
}

const failureOf = ({ recording_status, recording_status_reason, channel_name }: RecordingStateDetail) =>
  `${recording_status} of channel ${channel_name}: ${recording_status_reason}`;
