/** What the site asks of the ingest process; each is answered by a `Reply` once it has taken effect. */
export type IngestRequest =
  | { readonly do: 'admit'; readonly key: string; readonly channelId: string }
  | { readonly do: 'revoke'; readonly key: string }
  | { readonly do: 'stop'; readonly channelId: string }
  | { readonly do: 'listen'; readonly host: string; readonly port: number }
  | { readonly do: 'close' };

export interface IngestCall {
  readonly id: number;
  readonly request: IngestRequest;
}

export interface IngestReply {
  readonly id: number;
  /** Answer to `listen`: the bound port. */
  readonly port?: number;
  /** The system's error code, such as `EADDRINUSE`. */
  readonly error?: string;
}

/** What happens to a stream: `connected`, then `live` once its first segment can be played, then `ended`. */
export type StreamReport =
  | {
      readonly stream: 'connected';
      readonly channelId: string;
      readonly streamId: string;
      readonly startTime: string;
    }
  | { readonly stream: 'live'; readonly channelId: string }
  | { readonly stream: 'ended'; readonly channelId: string; readonly failure?: string };

/** What arrived of a stream in about a second. */
export interface IngestSample {
  /** When it began, ms since 1970. */
  readonly atMs: number;
  readonly videoBitsPerSecond: number;
  readonly audioBitsPerSecond: number;
  readonly framesPerSecond: number;
  /** Of each keyframe that came, how long after the one before, by the encoder's clock. */
  readonly keyframeIntervalsS: readonly number[];
}

/** What an encoder says of itself, as far as it does. */
export interface EncoderSettings {
  readonly encoder?: string;
  readonly videoCodec?: string;
  readonly avcProfile?: string;
  readonly avcLevel?: string;
  readonly width?: number;
  readonly height?: number;
  readonly framesPerSecond?: number;
  readonly videoBitsPerSecond?: number;
  readonly audioCodec?: string;
  readonly audioBitsPerSecond?: number;
  readonly sampleRate?: number;
  readonly channels?: number;
}

export type StreamMeasurement =
  | { readonly measured: 'sample'; readonly channelId: string; readonly sample: IngestSample }
  | { readonly measured: 'settings'; readonly channelId: string; readonly settings: EncoderSettings };

export type IngestMessage = IngestReply | StreamReport | StreamMeasurement;
