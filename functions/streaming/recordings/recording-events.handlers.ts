import type { EventBridgeEvent } from 'aws-lambda';
import { logFailure, logStep } from '#functions/log/log.ts';
import { prefixOfEnded } from './recording-ended-file.ts';
import {
  publishRecording,
  showRecording,
  type EndedRecording,
  type RecordingEventsDeps,
} from './recording-events.service.ts';
import { parseRecordingPrefix } from './recording-location.ts';

interface RecordingStateDetail {
  readonly recording_status?: string;
  readonly recording_status_reason?: string;
  readonly recording_s3_bucket_name?: string;
  readonly recording_s3_key_prefix?: string;
  readonly recording_session_stream_ids?: readonly string[];
  readonly channel_name?: string;
  readonly stream_id?: string;
}

/** The fields of S3's *Object Created* that are read. */
interface ObjectDetail {
  readonly object?: { readonly key?: string };
}

export interface RecordingHandlerDeps extends RecordingEventsDeps {
  /** Recordings in other buckets of the account are ignored. */
  readonly recordingsBucket: string;
  /** The owner of the channel with this id at IVS. */
  readonly ownerOf: (ivsId: string) => Promise<string | null>;
}

/**
 * Handles EventBridge's *IVS Recording State Change*, which may be late, duplicated and in any order. The start of a
 * recording gives a live channel its picture; its end makes a replay, once its file exists. Source: Amazon IVS User
 * Guide, "Using Amazon EventBridge".
 */
export async function onRecordingStateChange(
  { recordingsBucket, ...ports }: RecordingHandlerDeps,
  { time, detail }: EventBridgeEvent<string, RecordingStateDetail>,
): Promise<void> {
  const { recording_status: status = '', channel_name: channelId, stream_id: streamId } = detail;
  if (detail.recording_s3_bucket_name !== recordingsBucket || !channelId) return;
  if (status.endsWith('Failure')) return logFailure('recording', new Error(failureOf(detail)));
  const prefix = detail.recording_s3_key_prefix ?? '';
  const place = parseRecordingPrefix(prefix);
  if (!place) return;
  const atMs = Date.parse(time);
  if (status === 'Recording Start')
    return showRecording(ports, { channelId, place, prefix, streamId: streamId ?? '', begunAtMs: atMs });
  if (status !== 'Recording End') return;
  const streamIds = detail.recording_session_stream_ids ?? (streamId ? [streamId] : []);
  await take(ports, { channelId, prefix, place, streamIds });
}

/** Handles *Object Created* for the file with which IVS ends a recording. IVS may no longer have its channel. */
export async function onRecordingStored(
  { ownerOf, ...ports }: RecordingHandlerDeps,
  { detail }: EventBridgeEvent<string, ObjectDetail>,
): Promise<void> {
  const prefix = prefixOfEnded(detail.object?.key ?? '');
  const place = prefix === undefined ? undefined : parseRecordingPrefix(prefix);
  if (prefix === undefined || !place) return;
  const channelId = await ownerOf(place.ivsId);
  if (channelId === null) return logStep('recording.ended', { outcome: 'no channel' });
  await take(ports, { channelId, prefix, place, streamIds: [] });
}

async function take(ports: RecordingEventsDeps, ended: EndedRecording): Promise<void> {
  logStep('recording.ended', { outcome: await publishRecording(ports, ended) });
}

const failureOf = ({ recording_status, recording_status_reason, channel_name }: RecordingStateDetail) =>
  `${recording_status} of channel ${channel_name}: ${recording_status_reason}`;
