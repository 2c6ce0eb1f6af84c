import type { StreamSetup, StreamStatus } from '../../shared/streaming.ts';
import type { Channel } from '../../shared/streamers.ts';
import { notFound } from '../errors.ts';
import type { IngestChannel, Stream } from './stream.ts';
import { whileLeased, type LeasePorts } from './stream-lease.ts';

/** What streaming needs of IVS. Each call may be repeated without harm. */
export interface LiveIngest {
  /** `name` is the channel's id, by which IVS's events find back to it. */
  createChannel(name: string): Promise<IngestChannel>;
  /** Makes the channel's one valid key; earlier ones are revoked. `null` when IVS no longer has the channel. */
  issueKey(arn: string): Promise<string | null>;
  revokeKeys(arn: string): Promise<void>;
  /** Drops the encoder, if one is connected. */
  disconnect(arn: string): Promise<void>;
}

export interface StreamsRepository {
  find(channelId: string): Promise<Stream>;
  saveIngestChannel(channelId: string, ingestChannel: IngestChannel): Promise<void>;
  /** Marks the channel live and ends the lease. Throws `conflict` when it is on the air by other means. */
  goLive(live: GoLive): Promise<void>;
  updateDetails(channelId: string, setup: StreamSetup): Promise<void>;
  goOffline(channelId: string): Promise<void>;
}

export interface GoLive {
  readonly channelId: string;
  readonly setup: StreamSetup;
  readonly playbackUrl: string;
  readonly streamKey: string;
  readonly nowMs: number;
}

export interface StreamingPorts extends LeasePorts {
  readonly streams: StreamsRepository;
  readonly ingest: LiveIngest;
  readonly channels: { findById(id: string): Promise<Channel | null> };
}

/**
 * Puts the caller's channel on the air with a new stream key. While it is live already, the details change and the
 * key stays, so that a repeated request answers the same. Throws `conflict`, `unavailable`, `not_found`.
 */
export async function startStream(
  ports: StreamingPorts,
  channelId: string,
  setup: StreamSetup,
): Promise<StreamStatus> {
  await requireChannel(ports, channelId);
  await whileLeased(ports, channelId, async () => {
    const stream = await ports.streams.find(channelId);
    if (stream.live) return ports.streams.updateDetails(channelId, setup);
    const { ingestChannel, streamKey } = await openIngest(ports, stream);
    const { playbackUrl } = ingestChannel;
    return ports.streams.goLive({ channelId, setup, playbackUrl, streamKey, nowMs: ports.clock() });
  });
  return streamStatus(ports, channelId);
}

/**
 * Takes the caller's channel off the air. The key is revoked before the encoder is dropped: encoders reconnect by
 * themselves. Does nothing when the channel is not live.
 */
export async function stopStream(ports: StreamingPorts, channelId: string): Promise<StreamStatus> {
  await whileLeased(ports, channelId, async () => {
    const { live, ingestChannel } = await ports.streams.find(channelId);
    if (!live) return;
    if (ingestChannel) {
      await ports.ingest.revokeKeys(ingestChannel.arn);
      await ports.ingest.disconnect(ingestChannel.arn);
    }
    await ports.streams.goOffline(channelId);
  });
  return streamStatus(ports, channelId);
}

/** The caller's stream with its credentials; nothing but `is_live: false` while it is not live. */
export async function streamStatus(
  { streams, channels }: Pick<StreamingPorts, 'streams' | 'channels'>,
  channelId: string,
): Promise<StreamStatus> {
  const [{ live, ingestChannel }, channel] = await Promise.all([
    streams.find(channelId),
    channels.findById(channelId),
  ]);
  if (!live || !ingestChannel || !channel) return OFFLINE;
  return {
    is_live: true,
    rtmp_url: ingestChannel.rtmpUrl,
    stream_key: live.streamKey,
    playback_url: ingestChannel.playbackUrl,
    ingest: live.ingest,
    title: channel.title,
    game: channel.game,
    tags: channel.tags,
  };
}

const OFFLINE: StreamStatus = {
  is_live: false,
  rtmp_url: null,
  stream_key: null,
  playback_url: null,
  ingest: null,
  title: null,
  game: null,
  tags: null,
};

/** The channel's place at IVS with a fresh key; made when there is none, or none any more. */
async function openIngest({ streams, ingest }: StreamingPorts, { channelId, ingestChannel }: Stream) {
  const streamKey = ingestChannel && (await ingest.issueKey(ingestChannel.arn));
  if (ingestChannel && streamKey) return { ingestChannel, streamKey };
  const created = await ingest.createChannel(channelId);
  await streams.saveIngestChannel(channelId, created);
  const firstKey = await ingest.issueKey(created.arn);
  if (!firstKey) throw new Error(`IVS has no channel ${created.arn}, which it has just created`);
  return { ingestChannel: created, streamKey: firstKey };
}

/** A token outlives its account by up to a day. */
async function requireChannel({ channels }: StreamingPorts, channelId: string): Promise<void> {
  if (!(await channels.findById(channelId))) throw notFound('Channel');
}
