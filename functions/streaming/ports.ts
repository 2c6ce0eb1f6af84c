import type { IngestChannel } from './stream.ts';

/** What streaming needs of IVS. Each call may be repeated. `untilMs`: how long it waits while IVS throttles. */
export interface LiveIngest {
  /** `name` is the channel's id, which IVS's events contain. With its only valid key. */
  createChannel(
    name: string,
    isRecorded: boolean,
    untilMs?: number,
  ): Promise<{ readonly ingestChannel: IngestChannel; readonly streamKey: string }>;
  /** The ARNs of all channels of this site that have this name. */
  findChannels(name: string): Promise<readonly string[]>;
  /**
   * Returns the channel with the wanted settings of recording and playback, by signed addresses alone; `null` when IVS no longer has it. Throws
   * `conflict` when a setting would change while the channel is live.
   */
  prepareChannel(arn: string, isRecorded: boolean, untilMs?: number): Promise<IngestChannel | null>;
  /** Issues the channel's only valid key and revokes earlier ones. `null` when IVS no longer has the channel. */
  issueKey(arn: string, untilMs?: number): Promise<string | null>;
  revokeKeys(arn: string): Promise<void>;
  /** Ends what plays by addresses that were signed for this id, and accepts them no longer. */
  revokeViewers(arn: string, viewerId: string): Promise<void>;
  /** Disconnects the encoder, if there is one. */
  disconnect(arn: string): Promise<void>;
  /** Does nothing when the channel is gone. False while IVS still has it live. */
  deleteChannel(arn: string): Promise<boolean>;
}
