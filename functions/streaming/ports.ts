import type { StreamSetup } from '../../shared/live/streaming.ts';
import type { Channel } from '../../shared/channels/streamers.ts';
import type { Airing } from './airing.ts';
import type { IngestChannel, IngestState, LiveStream, Stream } from './stream.ts';
import type { Costs } from '../costs/index.ts';
import type { Budgets } from '../limits/ports.ts';
import type { DetailsRepository } from '../channels/index.ts';

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
  /** Gives the channel up; nothing happens where it is gone. False while IVS still has it on the air. */
  deleteChannel(arn: string): Promise<boolean>;
}

export interface StreamsRepository {
  find(channelId: string): Promise<Stream>;
  /** Gives the channel its place at IVS, in place of another if it has one. */
  saveIngestChannel(channelId: string, ingestChannel: IngestChannel, nowMs: number): Promise<void>;
  /** Says that the place is used now, and where IVS has it. False where it is not the channel's any more. */
  useIngestChannel(channelId: string, ingestChannel: IngestChannel, nowMs: number): Promise<boolean>;
  /**
   * Takes its place from a channel; false where it has another one, is live, is being changed, or has used it since
   * `usedBeforeMs`. Nobody is given that place from then on.
   */
  detachIngestChannel(channelId: string, arn: string, usedBeforeMs: number, nowMs: number): Promise<boolean>;
  /** Marks the channel live and ends the lease. Throws `conflict` when it is on the air by other means. */
  goLive(live: GoLive): Promise<void>;
  updateDetails(channelId: string, details: StreamDetails): Promise<void>;
  saveKeepsReplay(channelId: string, keepsReplay: boolean): Promise<void>;
  /** Keeps what the `airing` was called, for its recording. */
  goOffline(channelId: string, airing: Airing | undefined): Promise<void>;
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
  readonly budgets: Budgets;
  readonly costs: Costs;
}

/** A channel at IVS, and whose it is or was. */
export interface UsedChannel {
  readonly channelId: string;
  readonly arn: string;
}

/** Which channels there are at IVS, and have been. */
export interface IngestChannels {
  /** Whose channel has or had the one of this id (the end of its ARN); `null` where none of ours has. */
  ownerOf(ivsId: string): Promise<string | null>;
  /** The ARNs of all that a channel has or has had. */
  listOf(channelId: string): Promise<readonly string[]>;
  /** Those that IVS may have and that were not used since then, the longest idle first. */
  listUsedBefore(timeMs: number, limit: number): Promise<readonly UsedChannel[]>;
  touch(channel: UsedChannel, nowMs: number): Promise<void>;
  /** IVS has it no more. */
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
  /** Deletes all recordings whose keys begin so. */
  readonly discard: (filesPrefix: string) => Promise<void>;
}

/** What the events and the tick need beyond the routes. */
export interface StreamEventsPorts extends Omit<StreamingPorts, 'streams'> {
  readonly streams: StreamingPorts['streams'] & {
    /** The streams of these channels, of those that have had one. */
    findMany(channelIds: readonly string[]): Promise<readonly Stream[]>;
    /** Writes `next` where the state is still `known`; false where it is not. */
    setIngest(channelId: string, known: LiveStream, next: IngestState): Promise<boolean>;
  };
  /** The channels that are live, as the tick has read them. */
  readonly live: () => Promise<readonly Pick<Channel, 'id'>[]>;
  /** Which streams IVS has on the air: ids by channel ARN. */
  readonly broadcasts: () => Promise<ReadonlyMap<string, string>>;
}

export interface StatusPorts extends StreamingPorts {
  readonly details: DetailsRepository;
  /** The broadcast of the channel's camera, if there is one: ends it, or changes it. */
  readonly endCamera: (channelId: string) => Promise<void>;
  readonly changeCamera: (channelId: string, change: BroadcastDetails) => Promise<void>;
}

/** What may change of a broadcast while it is live. */
export interface BroadcastDetails {
  readonly title?: string | undefined;
  readonly category?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly keepsReplay?: boolean | undefined;
}

export interface LeasePorts {
  readonly leases: {
    /** True when nobody else holds the channel's stream; then `holder` does until `untilMs`. */
    acquire(channelId: string, holder: string, nowMs: number, untilMs: number): Promise<boolean>;
    release(channelId: string, holder: string): Promise<void>;
  };
  readonly clock: () => number;
}
