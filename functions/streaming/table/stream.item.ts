/**
 * Streams through software. Keys: `CHANNEL#<id>` / `STREAM`; also `WAITING_STREAMS` / `<id>` in gsi1 while a stream is
 * open without a picture, and while a picture arrives without an open stream (a preview). The item is private, because it
 * has the stream key; the public fields are on the channel, and both change in one transaction.
 */
import type { Ingest } from '#shared/channels/channels.ts';
import { NO_INPUT, type IngestState, type LiveStream, type Stream } from '../stream.ts';

export interface StreamItem {
  readonly channel_id: string;
  readonly ivs_channel_arn?: string;
  readonly rtmp_url?: string;
  readonly playback_url?: string;
  /** Time of the last Create Stream. */
  readonly ingest_used_ms?: number;
  /** @default true */
  readonly keep_replay?: boolean;
  readonly stream_key?: string;
  readonly key_revoked_ms?: number | undefined;
  readonly starts?: number;
  readonly starts_itself?: boolean;
  /** While a stream is open. */
  readonly started_at_ms?: number;
  readonly ingest?: Ingest;
  readonly ingest_since_ms?: number;
  readonly ivs_stream_id?: string;
  /** Of the first picture. Streams of an earlier version have `is_told` instead. */
  readonly on_air_since_ms?: number;
  readonly followers_before?: number;
  readonly viewers_before?: number;
  readonly is_told?: boolean;
  /** The total of the ended periods with a picture. */
  readonly received_ms?: number;
  readonly last_started_at_ms?: number;
  readonly signed_at_ms?: number;
  readonly dropped_at_ms?: number;
  readonly drops?: number;
  readonly preview_recording?: { readonly prefix: string; readonly begun_at_ms: number };
}

export const WAITING_STREAMS = 'WAITING_STREAMS';

/** By these the tick finds an open stream without a picture, and a preview, as their channels are not among the live ones. */
export const waitingKeys = (channelId: string, isWaiting: boolean) => ({
  gsi1pk: isWaiting ? WAITING_STREAMS : undefined,
  gsi1sk: isWaiting ? channelId : undefined,
});

export const streamItemKey = (channelId: string) => ({ pk: `CHANNEL#${channelId}`, sk: 'STREAM' });

export function toStream(channelId: string, item: Partial<StreamItem> = {}): Stream {
  const { ivs_channel_arn: arn, rtmp_url: rtmpUrl, playback_url: playbackUrl } = item;
  const { dropped_at_ms, preview_recording } = item;
  return {
    channelId,
    ingestChannel: arn && rtmpUrl && playbackUrl ? { arn, rtmpUrl, playbackUrl } : undefined,
    streamKey: item.stream_key,
    keyRevokedMs: item.key_revoked_ms,
    input: inputOf(item),
    dropped: dropped_at_ms === undefined ? undefined : { atMs: dropped_at_ms, times: item.drops ?? 1 },
    previewRecording: preview_recording && {
      prefix: preview_recording.prefix,
      begunAtMs: preview_recording.begun_at_ms,
    },
    starts: item.starts ?? 0,
    startsItself: item.starts_itself ?? false,
    keepsReplay: item.keep_replay ?? true,
    lastStartedAtMs: item.last_started_at_ms,
    live: liveOf(item),
  };
}

const inputOf = (item: Partial<StreamItem>): IngestState => ({
  ingest: item.ingest ?? NO_INPUT.ingest,
  sinceMs: item.ingest_since_ms ?? item.started_at_ms ?? NO_INPUT.sinceMs,
  streamId: item.ivs_stream_id,
});

function liveOf(item: Partial<StreamItem>): LiveStream | undefined {
  const { started_at_ms: startedAtMs } = item;
  if (startedAtMs === undefined) return undefined;
  const onAirSinceMs = item.on_air_since_ms ?? (item.is_told ? startedAtMs : undefined);
  return {
    ...inputOf(item),
    startedAtMs,
    ...(onAirSinceMs !== undefined && { onAirSinceMs }),
    ...(item.followers_before !== undefined && { followersBefore: item.followers_before }),
    ...(item.viewers_before !== undefined && { viewersBefore: item.viewers_before }),
    ...(item.received_ms !== undefined && { receivedMs: item.received_ms }),
    ...(item.signed_at_ms !== undefined && { signedAtMs: item.signed_at_ms }),
  };
}
