/** IVS's events and files about a recording. */
import { LATEST_PICTURE } from '#functions/streaming/recordings/recording-location.ts';
import type { RaisedEvent } from '#infra/agreed/event.ts';
import { channelArn } from '../state/identifiers.ts';
import type { RecordingFacts } from './recording-folder.ts';

export interface RecordingState {
  readonly status: 'Recording Start' | 'Recording End';
  readonly durationMs: number;
}

/** *IVS Recording State Change*. Source: IVS User Guide, "Using Amazon EventBridge". */
export function recordingEvent(
  facts: RecordingFacts,
  bucket: string,
  { status, durationMs }: RecordingState,
): RaisedEvent {
  return {
    source: 'aws.ivs',
    ...(status === 'Recording Start' && { time: wholeSecond(facts.startedAt) }),
    'detail-type': 'IVS Recording State Change',
    resources: [channelArn(facts.channelId)],
    detail: {
      channel_name: facts.channelName,
      stream_id: facts.streamIds.at(-1),
      recording_status: status,
      recording_status_reason: '',
      recording_s3_bucket_name: bucket,
      recording_s3_key_prefix: facts.prefix,
      recording_duration_ms: durationMs,
      recording_session_id: facts.sessionId,
      recording_session_stream_ids: facts.streamIds,
    },
  };
}

/** `events/recording-started.json`. Source: IVS User Guide, "Auto-Record to Amazon S3". */
export const startedFile = (facts: RecordingFacts): string =>
  JSON.stringify({
    version: 'v1',
    channel_arn: channelArn(facts.channelId),
    recording_started_at: wholeSecond(facts.startedAt),
    recording_status: 'RECORDING_STARTED',
    media: { hls: { path: 'media/hls', playlist: 'master.m3u8', renditions: [] } },
  });

/** `events/recording-ended.json`. */
export function endedFile(facts: RecordingFacts, durationMs: number, endedAt: Date): string {
  const { name, picture } = facts.rendition ?? {};
  const size = picture && { resolution_width: picture.width, resolution_height: picture.height };
  const rendition = { path: name, playlist: 'playlist.m3u8', ...size };
  return JSON.stringify({
    version: 'v1',
    channel_arn: channelArn(facts.channelId),
    recording_started_at: wholeSecond(facts.startedAt),
    recording_ended_at: wholeSecond(endedAt.toISOString()),
    recording_status: 'RECORDING_ENDED',
    media: {
      hls: {
        duration_ms: durationMs,
        path: 'media/hls',
        playlist: 'master.m3u8',
        renditions: name ? [rendition] : [],
      },
      ...(picture && {
        thumbnails: { path: 'media/thumbnails', ...size },
        latest_thumbnail: { path: LATEST_PICTURE, ...size },
      }),
    },
  });
}

/** IVS's files have times in whole seconds. */
const wholeSecond = (time: string): string => `${time.slice(0, 19)}Z`;

/**
 * Returns IVS's prefix of a recording: `ivs/v1/<account>/<channel>/<year>/<month>/<day>/<hours>/<minutes>/<recording>`,
 * in UTC, without leading zeros.
 */
export function recordingPrefix(
  accountId: string,
  { channelId, startedAt, recordingId }: { channelId: string; startedAt: Date; recordingId: string },
): string {
  const minute = [
    startedAt.getUTCFullYear(),
    startedAt.getUTCMonth() + 1,
    startedAt.getUTCDate(),
    startedAt.getUTCHours(),
    startedAt.getUTCMinutes(),
  ];
  return ['ivs', 'v1', accountId, channelId, ...minute, recordingId].join('/');
}
