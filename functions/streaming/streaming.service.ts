import type { StreamSetup, StreamStatus } from '../../shared/live/streaming.ts';
import type { DeletedAccount } from '../base/deletion-step.ts';
import { notFound } from '../base/errors.ts';
import { airingOf, costOfAiring, noteAiring } from './airing.ts';
import type { StreamDeletionPorts, StreamingPorts } from './ports.ts';
import { recordingsOf } from './recordings/recording.place.ts';
import { whileLeased } from './stream-lease.ts';
import type { Stream } from './stream.ts';

/**
 * The maximum time between keyframes, in seconds, by which IVS cuts segments for players other than its own. The smallest
 * allowed value keeps them about 10 s behind; the encoder's own interval must not be longer.
 * Source: Amazon IVS User Guide, "Reducing Latency in Third-Party Players".
 */
const KEYFRAME_INTERVAL_S = 2;

/** The stream key for the encoder: IVS reads settings of the stream after the `?`. */
const encoderKey = (streamKey: string): string => `${streamKey}?keyframeInterval=${KEYFRAME_INTERVAL_S}`;

/**
 * Puts the caller's channel on the air with a new stream key. While it is live already, the details change and the
 * key stays, so that a repeated request answers the same. Throws `conflict`, `unavailable`, `not_found`, `cap_reached`,
 * `too_many_requests` where the day's budget is used up.
 */
export async function startStream(
  ports: StreamingPorts,
  channelId: string,
  { keep_replay, ...details }: StreamSetup,
): Promise<StreamStatus> {
  await requireChannel(ports, channelId);
  await whileLeased(ports, channelId, async () => {
    const stream = await ports.streams.find(channelId);
    const keepsReplay = keep_replay ?? stream.keepsReplay;
    if (stream.live) {
      await ports.streams.updateDetails(channelId, details);
      if (keepsReplay !== stream.keepsReplay) await ports.streams.saveKeepsReplay(channelId, keepsReplay);
      return;
    }
    await ports.costs.require(channelId);
    await ports.budgets.require('software', channelId);
    const { ingestChannel, streamKey } = await openIngest(ports, { ...stream, keepsReplay });
    const { playbackUrl } = ingestChannel;
    const nowMs = ports.clock();
    await ports.streams.goLive({ channelId, details, keepsReplay, playbackUrl, streamKey, nowMs });
  });
  return streamStatus(ports, channelId);
}

/**
 * Takes the caller's channel off the air. The key is revoked before the encoder is dropped: encoders reconnect by
 * themselves. Does nothing when the channel is not live.
 */
export async function stopStream(ports: StreamingPorts, channelId: string): Promise<StreamStatus> {
  await whileLeased(ports, channelId, async () => {
    const stream = await ports.streams.find(channelId);
    const { live, ingestChannel, keepsReplay } = stream;
    if (!live) return;
    if (ingestChannel) {
      await ports.ingest.revokeKeys(ingestChannel.arn);
      await ports.ingest.disconnect(ingestChannel.arn);
    }
    await noteAiring(ports, stream, ports.clock());
    const channel = await ports.channels.findById(channelId);
    await ports.streams.goOffline(channelId, channel ? airingOf(live, keepsReplay, channel) : undefined);
  });
  return streamStatus(ports, channelId);
}

/**
 * The caller's stream with its credentials; while it is not live nothing but `is_live: false`, and what the last one has
 * cost where that is told.
 */
export async function streamStatus(
  { streams, channels, costs }: Pick<StreamingPorts, 'streams' | 'channels' | 'costs'>,
  channelId: string,
): Promise<StreamStatus> {
  const { live, ingestChannel, keepsReplay: keep_replay, lastStartedAtMs } = await streams.find(channelId);
  const startedAtMs = live?.startedAtMs ?? lastStartedAtMs;
  const dollars = startedAtMs && (await costs.visibleCost(costOfAiring(channelId, startedAtMs)));
  const cost = dollars === undefined ? {} : { cost_dollars: dollars };
  // Most who ask are not live, and one read tells.
  const channel = live && (await channels.findById(channelId));
  if (!live || !ingestChannel || !channel) return { ...OFFLINE, keep_replay, ...cost };
  return {
    is_live: true,
    rtmp_url: ingestChannel.rtmpUrl,
    stream_key: encoderKey(live.streamKey),
    playback_url: ingestChannel.playbackUrl,
    ingest: live.ingest,
    started_at: new Date(live.startedAtMs).toISOString(),
    title: channel.title,
    game: channel.game,
    tags: channel.tags,
    keep_replay,
    ...cost,
  };
}

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

/** The channel's place at IVS with a fresh key; made when there is none, or none any more. */
async function openIngest({ streams, ingest, clock }: StreamingPorts, stream: Stream) {
  const { channelId, keepsReplay } = stream;
  const known = stream.ingestChannel && (await ingest.prepareChannel(stream.ingestChannel.arn, keepsReplay));
  // IVS says where its channels are; what is kept of it may be of another day. Nobody deletes it as idle after this.
  if (known && (await streams.useIngestChannel(channelId, known, clock()))) {
    const streamKey = await ingest.issueKey(known.arn);
    if (streamKey) return { ingestChannel: known, streamKey };
  }
  const created = await ingest.createChannel(channelId, keepsReplay);
  await streams.saveIngestChannel(channelId, created, clock());
  const streamKey = await ingest.issueKey(created.arn);
  if (!streamKey) throw new Error(`IVS has no channel ${created.arn}, which it has just created`);
  return { ingestChannel: created, streamKey };
}

/** A token outlives its account by up to a day. */
async function requireChannel({ channels }: StreamingPorts, channelId: string): Promise<void> {
  if (!(await channels.findById(channelId))) throw notFound('Channel');
}

/** Ends a person's stream and deletes their channels at IVS with all recordings. False while IVS refuses. See `DeletionStep`. */
export async function deleteStreams(ports: StreamDeletionPorts, { id }: DeletedAccount): Promise<boolean> {
  const { live, ingestChannel } = await ports.streams.find(id);
  if (live) await stopStream(ports, id);
  const arns = new Set(await ports.ingestChannels.listOf(id));
  if (ingestChannel) arns.add(ingestChannel.arn);
  for (const arn of arns) {
    if (!(await ports.ingest.deleteChannel(arn))) return false;
    await ports.discard(recordingsOf(arn));
  }
  return true;
}
