/** Requests of the site to the ingest process. Each is answered with a `Reply` once it has taken effect. */
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
  /** Reply to `listen`: the bound port. */
  readonly port?: number;
  /** The system's error code, for example `EADDRINUSE`. */
  readonly error?: string;
}

/** State changes of a stream: `connected`, then `live` once its first segment is available, then `ended`. */
export type StreamReport =
  | {
      readonly stream: 'connected';
      readonly channelId: string;
      readonly streamId: string;
      readonly startTime: string;
    }
  | { readonly stream: 'live'; readonly channelId: string }
  | { readonly stream: 'ended'; readonly channelId: string; readonly failure?: string };

/** Measurements of a stream over about a second. */
export interface IngestSample {
  /** Start of the sample in ms since 1970. */
  readonly atMs: number;
  readonly videoBitsPerSecond: number;
  readonly audioBitsPerSecond: number;
  readonly framesPerSecond: number;
  /** Time from the previous keyframe to each received keyframe, on the encoder's clock. */
  readonly keyframeIntervalsS: readonly number[];
}

/** Settings that an encoder declares; all are optional. */
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
