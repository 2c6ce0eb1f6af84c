import type { IngestChannel } from './stream.ts';

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
