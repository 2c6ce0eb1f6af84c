import type { StreamSetup } from '../../shared/streaming.ts';
import type { Channel } from '../../shared/streamers.ts';
import type { Airing } from './airing.ts';
import type { IngestChannel, IngestState, LiveStream, Stream } from './stream.ts';
import type { Budgets } from '../limits/ports.ts';
import type { DetailsRepository } from '../channels/ports.ts';

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
  saveIngestChannel(channelId: string, ingestChannel: IngestChannel): Promise<void>;
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
}

export interface LeavingPorts extends StreamingPorts {
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
