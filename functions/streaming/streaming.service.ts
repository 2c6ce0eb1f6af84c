import type { StreamSetup, StreamStatus } from '../../shared/streaming.ts';
import type { Channel } from '../../shared/streamers.ts';
import { notFound } from '../errors.ts';
import { broadcastOf, type Broadcast } from './broadcast.ts';
import type { IngestChannel, Stream } from './stream.ts';
import { whileLeased, type LeasePorts } from './stream-lease.ts';

/** What streaming needs of IVS. Each call may be repeated without harm. */
export interface LiveIngest {
  /** `name` is the channel's id, by which IVS's events find back to it. */
  createChannel(name: string, isRecorded: boolean): Promise<IngestChannel>;
  /**
   * The channel as IVS has it now, recorded or not as it is asked for; `null` when IVS no longer has it. Throws
   * `conflict` where the recording would change while the channel is still on the air.
   */
  prepareChannel(arn: string, isRecorded: boolean): Promise<IngestChannel | null>;
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
  updateDetails(channelId: string, details: StreamDetails): Promise<void>;
  saveKeepsReplay(channelId: string, keepsReplay: boolean): Promise<void>;
  /** Keeps what the `broadcast` was called, for its recording. */
  goOffline(channelId: string, broadcast: Broadcast | undefined): Promise<void>;
}

/** What the channel shows of a stream. */
export type StreamDetails = Omit<StreamSetup, 'keep_replay'>;

export interface GoLive {
  readonly channelId: string;
  readonly details: StreamDetails;
  readonly keepsReplay: boolean;
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
    const { live, ingestChannel, keepsReplay } = await ports.streams.find(channelId);
    if (!live) return;
    if (ingestChannel) {
      await ports.ingest.revokeKeys(ingestChannel.arn);
      await ports.ingest.disconnect(ingestChannel.arn);
    }
    const channel = await ports.channels.findById(channelId);
    await ports.streams.goOffline(channelId, channel ? broadcastOf(live, keepsReplay, channel) : undefined);
  });
  return streamStatus(ports, channelId);
}

/** The caller's stream with its credentials; nothing but `is_live: false` while it is not live. */
export async function streamStatus(
  { streams, channels }: Pick<StreamingPorts, 'streams' | 'channels'>,
  channelId: string,
): Promise<StreamStatus> {
  const { live, ingestChannel, keepsReplay: keep_replay } = await streams.find(channelId);
  // Most who ask are not live, and one read tells.
  const channel = live && (await channels.findById(channelId));
  if (!live || !ingestChannel || !channel) return { ...OFFLINE, keep_replay };
  return {
    is_live: true,
    rtmp_url: ingestChannel.rtmpUrl,
    stream_key: live.streamKey,
    playback_url: ingestChannel.playbackUrl,
    ingest: live.ingest,
    started_at: new Date(live.startedAtMs).toISOString(),
    title: channel.title,
    game: channel.game,
    tags: channel.tags,
    keep_replay,
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
async function openIngest({ streams, ingest }: StreamingPorts, stream: Stream) {
  const { channelId, keepsReplay } = stream;
  const known = stream.ingestChannel && (await ingest.prepareChannel(stream.ingestChannel.arn, keepsReplay));
  const knownKey = known && (await ingest.issueKey(known.arn));
  if (known && knownKey) {
    // IVS says where its channels are; what is kept of it may be of another day.
    await streams.saveIngestChannel(channelId, known);
    return { ingestChannel: known, streamKey: knownKey };
  }
  const created = await ingest.createChannel(channelId, keepsReplay);
  await streams.saveIngestChannel(channelId, created);
  const streamKey = await ingest.issueKey(created.arn);
  if (!streamKey) throw new Error(`IVS has no channel ${created.arn}, which it has just created`);
  return { ingestChannel: created, streamKey };
}

/** A token outlives its account by up to a day. */
async function requireChannel({ channels }: StreamingPorts, channelId: string): Promise<void> {
  if (!(await channels.findById(channelId))) throw notFound('Channel');
}
