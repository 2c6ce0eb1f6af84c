import { Store, type Collection } from '../../system/store.ts';
import { idInArn } from './identifiers.ts';
import { notFoundError } from './ivs-errors.ts';

/** A stored channel, without the addresses that depend on the machine (ingest endpoint, playback URL). */
export interface ChannelRecord {
  readonly id: string;
  readonly name: string;
  readonly latencyMode: 'NORMAL' | 'LOW';
  readonly type: 'BASIC' | 'STANDARD' | 'ADVANCED_SD' | 'ADVANCED_HD';
  readonly authorized: boolean;
  readonly insecureIngest: boolean;
  readonly recordingConfigurationArn: string;
  /** Missing in channels of earlier versions. */
  readonly playbackRestrictionPolicyArn?: string;
  readonly tags: Readonly<Record<string, string>>;
}

export interface StreamKeyRecord {
  readonly id: string;
  readonly value: string;
  readonly channelId: string;
  readonly tags: Readonly<Record<string, string>>;
}

/** Stores channels and stream keys in one SQLite file. */
export class ChannelRecords {
  readonly #store: Store;
  readonly channels: Collection<ChannelRecord>;
  readonly streamKeys: Collection<StreamKeyRecord>;

  constructor(path: string) {
    this.#store = new Store(path);
    this.channels = this.#store.collection('channel');
    this.streamKeys = this.#store.collection('stream-key');
  }

  /** Throws `ResourceNotFoundException`. */
  channelByArn(arn: string): ChannelRecord {
    const channel = this.channels.get(idInArn(arn));
    if (!channel) throw notFoundError(arn);
    return channel;
  }

  /** Throws `ResourceNotFoundException`. */
  streamKeyByArn(arn: string): StreamKeyRecord {
    const streamKey = this.streamKeys.get(idInArn(arn));
    if (!streamKey) throw notFoundError(arn);
    return streamKey;
  }

  streamKeysOf(channelId: string): StreamKeyRecord[] {
    return this.streamKeys.list().filter((streamKey) => streamKey.channelId === channelId);
  }

  transaction<T>(work: () => T): T {
    return this.#store.transaction(work);
  }

  close(): void {
    this.#store.close();
  }
}
