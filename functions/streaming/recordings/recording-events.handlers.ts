import type { EventBridgeEvent } from 'aws-lambda';
import { logFailure, logStep } from '../../log/log.ts';
import { prefixOfEnded } from './recording-ended.file.ts';
import { publishRecording, showRecording, type EndedRecording } from './recording-events.service.ts';
import { recordingPlace } from './recording.place.ts';
import type { RecordingEventsPorts } from './ports.ts';

interface RecordingStateDetail {
  readonly recording_status?: string;
  readonly recording_status_reason?: string;
  readonly recording_s3_bucket_name?: string;
  readonly recording_s3_key_prefix?: string;
  readonly recording_session_stream_ids?: readonly string[];
  readonly channel_name?: string;
  readonly stream_id?: string;
}

/** The detail of S3's *Object Created*, as far as it is read. */
interface ObjectDetail {
  readonly object?: { readonly key?: string };
}

export interface RecordingHandlerPorts extends RecordingEventsPorts {
  /** The bucket of our recordings: what others in the account record is ignored. */
  readonly recordingsBucket: string;
  /** Whose channel has or had the one of this id at IVS. */
  readonly ownerOf: (ivsId: string) => Promise<string | null>;
}

/**
 * *IVS Recording State Change*, as EventBridge delivers it: at least once, late, in any order. A recording that has
 * begun gives a live channel its picture; one that has ended becomes a replay, once its file tells where it is. Source: Amazon IVS User Guide, "Using Amazon EventBridge".
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
  const streamIds = detail.recording_session_stream_ids ?? (streamId ? [streamId] : []);
  await take(ports, { channelId, prefix, place, streamIds });
}

/**
 * *Object Created* of the bucket of recordings, of the file by which IVS says that a recording has ended. Its channel may
 * have been deleted at IVS meanwhile.
 */
export async function onRecordingStored(
  { ownerOf, ...ports }: RecordingHandlerPorts,
  { detail }: EventBridgeEvent<string, ObjectDetail>,
): Promise<void> {
  const prefix = prefixOfEnded(detail.object?.key ?? '');
  const place = prefix === undefined ? undefined : recordingPlace(prefix);
  if (prefix === undefined || !place) return;
  const channelId = await ownerOf(place.ivsId);
  if (channelId === null) return logStep('recording.ended', { outcome: 'no channel' });
  await take(ports, { channelId, prefix, place, streamIds: [] });
}

async function take(ports: RecordingEventsPorts, ended: EndedRecording): Promise<void> {
  logStep('recording.ended', { outcome: await publishRecording(ports, ended) });
}

const failureOf = ({ recording_status, recording_status_reason, channel_name }: RecordingStateDetail) =>
  `${recording_status} of channel ${channel_name}: ${recording_status_reason}`;
