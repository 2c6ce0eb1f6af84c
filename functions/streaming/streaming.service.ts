import type { StreamEndedBy, StreamSetup, StreamStatus } from '#shared/live/streaming.ts';
import type { AccountOfStep } from '#functions/base/account-step.ts';
import { requireFound } from '#functions/base/errors.ts';
import { airingEnd, airingOf, costOfAiring, noteAiring } from './airing.ts';
import type { LiveIngest } from './ports.ts';
import { recordingsOf } from './recordings/recording-location.ts';
import { type LeaseDeps, whileLeased } from './stream-lease.ts';
import type { LiveStream, Stream } from './stream.ts';
import type { IngestChannels } from './table/ingest-channels.repository.ts';
import type { StreamsRepository } from './table/streaming.repository.ts';
import type { Channel } from '#shared/channels/channels.ts';
import type { Costs } from '#functions/costs/index.ts';
import type { Budgets } from '#functions/limits/budgets.ts';

export interface StreamingDeps extends LeaseDeps {
  readonly streams: StreamsRepository;
  readonly ingest: LiveIngest;
  readonly channels: { findById(id: string): Promise<Channel | null> };
  readonly budgets: Budgets;
  readonly costs: Costs;
}

export interface StreamDeletionDeps extends StreamingDeps {
  readonly ingestChannels: Pick<IngestChannels, 'hasCreation' | 'listOf'>;
  /** Deletes all recordings with this key prefix. False when time ran out. */
  readonly discard: (filesPrefix: string, hasTime: () => boolean) => Promise<boolean>;
}

/**
 * The maximum time between keyframes, in seconds, by which IVS cuts segments for players other than its own. The
 * smallest allowed value keeps their delay at about 10 s; the encoder's own interval must not be longer. Source: Amazon
 * IVS User Guide, "Reducing Latency in Third-Party Players".
 */
const KEYFRAME_INTERVAL_S = 2;

/** How long a start waits for its turn at IVS; with the last attempt it is less than the lease, and the Lambda's time. */
const START_PATIENCE_MS = 12_000;

/** IVS reads stream settings after the `?` of the key. */
const encoderKey = (streamKey: string): string => `${streamKey}?keyframeInterval=${KEYFRAME_INTERVAL_S}`;

/**
 * Opens the caller's stream with a new key. While it is open, only changes the details, so that a repeated request
 * returns the same key. Throws `conflict`, `busy`, `unavailable`, `not_found`, `cap_reached`, and `too_many_requests` when the
 * day's budget is used up.
 */
export async function startStream(
  deps: StreamingDeps,
  channelId: string,
  { keep_replay, ...details }: StreamSetup,
): Promise<StreamStatus> {
  // A token outlives its account by up to a day.
  requireFound(await deps.channels.findById(channelId), 'channel');
  await whileLeased(deps, channelId, async () => {
    const stream = await deps.streams.find(channelId);
    const keepsReplay = keep_replay ?? stream.keepsReplay;
    if (stream.live) {
      await deps.streams.updateDetails(channelId, details);
      if (keepsReplay !== stream.keepsReplay) await deps.streams.saveKeepsReplay(channelId, keepsReplay);
      return;
    }
    await deps.costs.require(channelId);
    await deps.budgets.require('software', channelId);
    const { ingestChannel, streamKey } = await openIngest(deps, { ...stream, keepsReplay });
    const { playbackUrl } = ingestChannel;
    const nowMs = deps.clock();
    await deps.streams.goLive({ channelId, details, keepsReplay, playbackUrl, streamKey, nowMs });
  });
  return streamStatus(deps, channelId);
}

/**
 * Ends the caller's stream. Revokes the key before it disconnects the encoder, because encoders reconnect by
 * themselves. Does nothing when there is none.
 */
export async function stopStream(
  deps: StreamingDeps,
  channelId: string,
  endedBy: StreamEndedBy = 'streamer',
): Promise<StreamStatus> {
  await whileLeased(deps, channelId, async () => {
    const stream = await deps.streams.find(channelId);
    const { live, ingestChannel, keepsReplay } = stream;
    if (!live) return;
    if (ingestChannel) {
      await deps.ingest.revokeKeys(ingestChannel.arn);
      await deps.ingest.disconnect(ingestChannel.arn);
    }
    const nowMs = deps.clock();
    await noteAiring(deps, stream, nowMs);
    const channel = await deps.channels.findById(channelId);
    const airing = channel ? airingOf(live, keepsReplay, channel) : undefined;
    await deps.streams.goOffline(channelId, airing, airingEnd(live, endedBy, nowMs));
  });
  return streamStatus(deps, channelId);
}

/**
 * The caller's stream with its credentials; while it is not live, only `is_live: false` and the last stream's cost, if
 * known.
 */
export async function streamStatus(
  { streams, channels, costs }: Pick<StreamingDeps, 'streams' | 'channels' | 'costs'>,
  channelId: string,
): Promise<StreamStatus> {
  const { live, ingestChannel, keepsReplay: keep_replay, lastStartedAtMs } = await streams.find(channelId);
  const startedAtMs = live?.startedAtMs ?? lastStartedAtMs;
  const dollars = startedAtMs && (await costs.visibleCost(costOfAiring(channelId, startedAtMs)));
  const cost = dollars === undefined ? {} : { cost_dollars: dollars };
  // Most callers are not live and need only the first read.
  const channel = live && (await channels.findById(channelId));
  if (!live || !ingestChannel || !channel) return { ...OFFLINE, keep_replay, ...cost };
  return {
    is_live: true,
    rtmp_url: ingestChannel.rtmpUrl,
    stream_key: encoderKey(live.streamKey),
    playback_url: ingestChannel.playbackUrl,
    ingest: live.ingest,
    started_at: iso(live.startedAtMs),
    ...timesOnAir(live),
    title: channel.title,
    game: channel.game,
    tags: channel.tags,
    keep_replay,
    ...cost,
  };
}

const iso = (atMs: number): string => new Date(atMs).toISOString();

const timesOnAir = ({ onAirSinceMs, ingest, sinceMs }: LiveStream) =>
  onAirSinceMs === undefined
    ? {}
    : {
        on_air_since: iso(onAirSinceMs),
        ...(ingest === 'waiting' && { interrupted_since: iso(sinceMs) }),
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

/** The owner's channel at IVS with a new key. Creates the channel when IVS has none. */
async function openIngest({ streams, ingest, clock }: StreamingDeps, stream: Stream) {
  const { channelId, keepsReplay } = stream;
  const untilMs = clock() + START_PATIENCE_MS;
  const known =
    stream.ingestChannel && (await ingest.prepareChannel(stream.ingestChannel.arn, keepsReplay, untilMs));
  // Updates the stored addresses, which may have changed, and marks the channel used, so that it is not deleted as
  // idle.
  if (known && (await streams.useIngestChannel(channelId, known, clock()))) {
    const streamKey = await ingest.issueKey(known.arn, untilMs);
    if (streamKey) return { ingestChannel: known, streamKey };
  }
  await streams.beginIngestChannel(channelId, clock());
  const created = await ingest.createChannel(channelId, keepsReplay, untilMs);
  await streams.saveIngestChannel(channelId, created.ingestChannel, clock());
  return created;
}

/**
 * Ends a person's stream and deletes their channels at IVS with all recordings. False while IVS refuses, and when time ran
 * out. See `DeletionStep`.
 */
export async function deleteStreams(
  deps: StreamDeletionDeps,
  { id, hasTime }: AccountOfStep,
): Promise<boolean> {
  const { live, ingestChannel } = await deps.streams.find(id);
  if (live) await stopStream(deps, id);
  const named = (await deps.ingestChannels.hasCreation(id)) ? await deps.ingest.findChannels(id) : [];
  const arns = new Set([...(await deps.ingestChannels.listOf(id)), ...named]);
  if (ingestChannel) arns.add(ingestChannel.arn);
  for (const arn of arns) {
    if (!hasTime() || !(await deps.ingest.deleteChannel(arn))) return false;
    if (!(await deps.discard(recordingsOf(arn), hasTime))) return false;
  }
  return true;
}
