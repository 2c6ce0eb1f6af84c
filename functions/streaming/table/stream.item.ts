/**
 * Streams through software. Keys: `CHANNEL#<id>` / `STREAM`; while no picture arrives also `WAITING_STREAMS` / `<id>` in
 * gsi1. The item is private, because it has the stream key; the public fields are on the channel, and both change in one
 * transaction.
 */
import type { Ingest } from '#shared/channels/channels.ts';
import type { Stream } from '../stream.ts';

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
}

export const WAITING_STREAMS = 'WAITING_STREAMS';

/** By these the tick finds a stream without a picture, as its channel is not among the live ones. */
export const waitingKeys = (channelId: string, isWaiting: boolean) => ({
  gsi1pk: isWaiting ? WAITING_STREAMS : undefined,
  gsi1sk: isWaiting ? channelId : undefined,
});

export const streamItemKey = (channelId: string) => ({ pk: `CHANNEL#${channelId}`, sk: 'STREAM' });

export function toStream(channelId: string, item: StreamItem | undefined): Stream {
  if (!item) return { channelId, ingestChannel: undefined, keepsReplay: true, live: undefined };
  const {
    ivs_channel_arn: arn,
    rtmp_url: rtmpUrl,
    playback_url: playbackUrl,
    stream_key,
    started_at_ms,
  } = item;
  const onAirSinceMs = item.on_air_since_ms ?? (item.is_told ? started_at_ms : undefined);
  return {
    channelId,
    ingestChannel: arn && rtmpUrl && playbackUrl ? { arn, rtmpUrl, playbackUrl } : undefined,
    keepsReplay: item.keep_replay ?? true,
    lastStartedAtMs: item.last_started_at_ms,
    live:
      stream_key && started_at_ms
        ? {
            streamKey: stream_key,
            startedAtMs: started_at_ms,
            ingest: item.ingest ?? 'waiting',
            sinceMs: item.ingest_since_ms ?? started_at_ms,
            streamId: item.ivs_stream_id,
            ...(onAirSinceMs !== undefined && { onAirSinceMs }),
            ...(item.followers_before !== undefined && { followersBefore: item.followers_before }),
            ...(item.viewers_before !== undefined && { viewersBefore: item.viewers_before }),
            ...(item.received_ms !== undefined && { receivedMs: item.received_ms }),
          }
        : undefined,
  };
}
