import { isoTime } from '#shared/plain/time.ts';
import { PREVIEW_MAX_MS } from '#shared/limits.ts';
import type { StreamStatus } from '#shared/live/streaming.ts';
import { billedBroadcast } from './software-broadcast.ts';
import type { LiveStream, Stream } from './stream.ts';
import type { Channel } from '#shared/channels/channels.ts';
import type { Costs } from '#functions/costs/index.ts';
import type { PlaybackAddresses } from './playback-address.ts';
import type { StreamsRepository } from './table/streaming.repository.ts';

export interface StreamStatusDeps {
  readonly streams: Pick<StreamsRepository, 'find'>;
  readonly channels: { findById(id: string): Promise<Channel | null> };
  readonly costs: Pick<Costs, 'visibleCost'>;
  readonly addresses: PlaybackAddresses;
  readonly clock: () => number;
}

/**
 * The maximum time between keyframes, in seconds, by which IVS cuts segments for players other than its own. The
 * smallest allowed value keeps their delay at about 10 s; the encoder's own interval must not be longer. Source: Amazon
 * IVS User Guide, "Reducing Latency in Third-Party Players".
 */
const KEYFRAME_INTERVAL_S = 2;

/** IVS reads stream settings after the `?` of the key. */
const encoderKey = (streamKey: string): string => `${streamKey}?keyframeInterval=${KEYFRAME_INTERVAL_S}`;

/**
 * The caller's stream with its credentials; while it is not live, `is_live: false` with the preview, if software is
 * connected, and the last stream's cost, if known.
 */
export async function streamStatus(deps: StreamStatusDeps, channelId: string): Promise<StreamStatus> {
  const stream = await deps.streams.find(channelId);
  const { live, ingestChannel, streamKey, lastStartedAtMs } = stream;
  const startedAtMs = live?.startedAtMs ?? lastStartedAtMs;
  const dollars = startedAtMs && (await deps.costs.visibleCost(billedBroadcast(channelId, startedAtMs)));
  const settings = {
    keep_replay: stream.keepsReplay,
    ...(stream.starts >= STARTS_BEFORE_OFFER && { auto_start: stream.startsItself }),
    ...(dollars !== undefined && { cost_dollars: dollars }),
  };
  // Most callers are not live and need only the first read.
  const channel = live && (await deps.channels.findById(channelId));
  if (!live || !ingestChannel || !channel) return { ...OFFLINE, ...settings, ...offlineState(deps, stream) };
  return {
    is_live: true,
    rtmp_url: ingestChannel.rtmpUrl,
    // It is missing while it is reset.
    stream_key: streamKey === undefined ? null : encoderKey(streamKey),
    playback_url: deps.addresses.forOwner(ingestChannel, deps.clock()),
    ingest: live.ingest,
    started_at: isoTime(live.startedAtMs),
    ...timesOnAir(live),
    title: channel.title,
    game: channel.game,
    tags: channel.tags,
    ...settings,
  };
}

/** Who has gone live as often is offered to go live whenever the software starts. */
const STARTS_BEFORE_OFFER = 3;

const offlineState = (
  { addresses, clock }: Pick<StreamStatusDeps, 'addresses' | 'clock'>,
  { input, ingestChannel, keyRevokedMs }: Stream,
): Pick<StreamStatus, 'preview' | 'key_revoked_at'> => ({
  ...(input.ingest === 'receiving' &&
    ingestChannel && {
      preview: {
        playback_url: addresses.forOwner(ingestChannel, clock()),
        connected_at: isoTime(input.sinceMs),
        ends_at: isoTime(input.sinceMs + PREVIEW_MAX_MS),
      },
    }),
  ...(keyRevokedMs !== undefined && { key_revoked_at: isoTime(keyRevokedMs) }),
});

const timesOnAir = ({ onAirSinceMs, ingest, sinceMs }: LiveStream) =>
  onAirSinceMs === undefined
    ? {}
    : {
        on_air_since: isoTime(onAirSinceMs),
        ...(ingest === 'waiting' && { interrupted_since: isoTime(sinceMs) }),
      };

const OFFLINE: Omit<StreamStatus, 'keep_replay'> = {
  is_live: false,
  rtmp_url: null,
  stream_key: null,
  playback_url: null,
  ingest: null,
  started_at: null,
  title: null,
  game: null,
  tags: null,
};
