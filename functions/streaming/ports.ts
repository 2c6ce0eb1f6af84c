import type { StreamSetup } from '../../shared/live/streaming.ts';
import type { Channel } from '../../shared/channels/streamers.ts';
import type { Airing } from './airing.ts';
import type { IngestChannel, IngestState, LiveStream, Stream } from './stream.ts';
import type { Costs } from '../costs/index.ts';
import type { Budgets } from '../limits/budgets.ts';
import type { DetailsRepository } from '../channels/index.ts';

/** What streaming needs of IVS. Each call may be repeated. */
export interface LiveIngest {
  /** `name` is the channel's id, which IVS's events contain. */
  createChannel(name: string, isRecorded: boolean): Promise<IngestChannel>;
  /**
   * Returns the channel with the wanted recording setting; `null` when IVS no longer has it. Throws `conflict` when the
   * setting would change while the channel is live.
   */
  prepareChannel(arn: string, isRecorded: boolean): Promise<IngestChannel | null>;
  /** Issues the channel's only valid key and revokes earlier ones. `null` when IVS no longer has the channel. */
  issueKey(arn: string): Promise<string | null>;
  revokeKeys(arn: string): Promise<void>;
  /** Disconnects the encoder, if there is one. */
  disconnect(arn: string): Promise<void>;
  /** Does nothing when the channel is gone. False while IVS still has it live. */
  deleteChannel(arn: string): Promise<boolean>;
}

export interface StreamsRepository {
  find(channelId: string): Promise<Stream>;
  /** Stores the owner's channel at IVS, replacing another one. */
  saveIngestChannel(channelId: string, ingestChannel: IngestChannel, nowMs: number): Promise<void>;
  /** Marks the channel at IVS used, and updates its addresses. False when the owner has another one by now. */
  useIngestChannel(channelId: string, ingestChannel: IngestChannel, nowMs: number): Promise<boolean>;
  /**
   * Detaches the channel at IVS. False when the owner has another one, is live, changes the stream now, or has used it
   * since `usedBeforeMs`.
   */
  detachIngestChannel(channelId: string, arn: string, usedBeforeMs: number, nowMs: number): Promise<boolean>;
  /** Marks the channel live and ends the lease. Throws `conflict` when it is live from the camera. */
  goLive(live: GoLive): Promise<void>;
  updateDetails(channelId: string, details: StreamDetails): Promise<void>;
  saveKeepsReplay(channelId: string, keepsReplay: boolean): Promise<void>;
  /** Keeps the `airing`'s details for its recording. */
  goOffline(channelId: string, airing: Airing | undefined): Promise<void>;
}

/** The public details of a stream. */
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
  readonly budgets: Budgets;
  readonly costs: Costs;
}

/** A channel at IVS and its present or former owner. */
export interface UsedChannel {
  readonly channelId: string;
  readonly arn: string;
}

/** All present and former channels at IVS. */
export interface IngestChannels {
  /** The owner of the channel with this id (the end of its ARN); `null` when it is not ours. */
  ownerOf(ivsId: string): Promise<string | null>;
  /** The ARNs of an owner's present and former channels. */
  listOf(channelId: string): Promise<readonly string[]>;
  /** Channels not used since then, the longest idle first. */
  listUsedBefore(timeMs: number, limit: number): Promise<readonly UsedChannel[]>;
  touch(channel: UsedChannel, nowMs: number): Promise<void>;
  /** Records that IVS no longer has the channel. */
  markGone(channel: UsedChannel): Promise<void>;
}

export interface IdlePorts {
  readonly streams: Pick<StreamsRepository, 'find' | 'detachIngestChannel'>;
  readonly ingest: Pick<LiveIngest, 'deleteChannel' | 'disconnect'>;
  readonly ingestChannels: IngestChannels;
  readonly idleAfterMs: number;
  readonly clock: () => number;
}

export interface StreamDeletionPorts extends StreamingPorts {
  readonly ingestChannels: Pick<IngestChannels, 'listOf'>;
  /** Deletes all recordings with this key prefix. */
  readonly discard: (filesPrefix: string) => Promise<void>;
}

/** What the events and the tick need beyond the routes. */
export interface StreamEventsPorts extends Omit<StreamingPorts, 'streams'> {
  readonly streams: StreamingPorts['streams'] & {
    /** The streams of those channels that have had one. */
    findMany(channelIds: readonly string[]): Promise<readonly Stream[]>;
    /** Writes `next` if the state is still `known`; false otherwise. */
    setIngest(channelId: string, known: LiveStream, next: IngestState): Promise<boolean>;
  };
  /** The live channels, as the tick has read them. */
  readonly live: () => Promise<readonly Pick<Channel, 'id'>[]>;
  /** The live streams at IVS: ids by channel ARN. */
  readonly broadcasts: () => Promise<ReadonlyMap<string, string>>;
}

export interface StatusPorts extends StreamingPorts {
  readonly details: DetailsRepository;
  /** Does nothing when the channel has no broadcast from the camera. */
  readonly endCamera: (channelId: string) => Promise<void>;
  readonly changeCamera: (channelId: string, change: BroadcastDetails) => Promise<void>;
}

export interface BroadcastDetails {
  readonly title?: string | undefined;
  readonly category?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly keepsReplay?: boolean | undefined;
}

export interface LeasePorts {
  readonly leases: {
    /** Takes the lease of the channel's stream until `untilMs`. False when another holder has it. */
    acquire(channelId: string, holder: string, nowMs: number, untilMs: number): Promise<boolean>;
    release(channelId: string, holder: string): Promise<void>;
  };
  readonly clock: () => number;
}
