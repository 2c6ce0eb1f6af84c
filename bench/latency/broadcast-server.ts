/** A server that accepts RTMP and serves HLS, one stream at a time. */
export interface BroadcastServer {
  /** The address with the key, to which the encoder publishes. */
  readonly publishUrl: string;
  readonly playbackUrl: string;
  /** Ends the stream. */
  close(): Promise<void>;
}
