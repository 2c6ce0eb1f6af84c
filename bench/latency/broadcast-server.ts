/** A server that takes RTMP and gives HLS, one stream at a time. */
export interface BroadcastServer {
  /** Where the encoder publishes, key included. */
  readonly publishUrl: string;
  readonly playbackUrl: string;
  /** Ends the stream. */
  close(): Promise<void>;
}
