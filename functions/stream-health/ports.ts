/** The sources of stream health. Times in ms since 1970. */

/** A live stream through software. */
export interface SoftwareStream {
  readonly ingestArn: string;
  /** IVS's id of the stream; missing before the first. */
  readonly streamId: string | undefined;
  readonly startedAtMs: number;
  /** Missing while no picture arrives. */
  readonly receivingSinceMs: number | undefined;
}

/** A live broadcast from the camera. */
export interface CameraBroadcast {
  readonly id: string;
  readonly startedAtMs: number;
  /** Start of the clock of its pieces. */
  readonly zeroMs: number;
  /** How it is stored now. */
  readonly pieces: 'segments' | 'chunks';
}

/** A stored segment or chunk. */
export interface StoredPiece {
  readonly seq: number;
  readonly arrivedAtMs: number;
  readonly sizeBytes: number;
  /** On the recording's clock; of segments only. */
  readonly startMs?: number;
  readonly endMs?: number;
  readonly framesPerSecond?: number | undefined;
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  /** The part of `bytes` that is sound. */
  readonly soundBytes?: number;
}

/** What an encoder reported when it connected. */
export interface IngestSession {
  readonly startedAtMs: number | undefined;
  readonly video?: {
    readonly codec?: string | undefined;
    readonly profile?: string | undefined;
    readonly encoder?: string | undefined;
    readonly width?: number | undefined;
    readonly height?: number | undefined;
    readonly framesPerSecond?: number | undefined;
    readonly bitsPerSecond?: number | undefined;
  };
  readonly audio?: { readonly codec?: string | undefined; readonly bitsPerSecond?: number | undefined };
}

export type IngestMetric =
  | 'videoBitsPerSecond'
  | 'audioBitsPerSecond'
  | 'framesPerSecond'
  | 'keyframeIntervalS';

export interface MetricPoint {
  readonly atMs: number;
  readonly value: number;
}

/** In order of time; metrics without data have no points. */
export type IngestMetrics = Readonly<Record<IngestMetric, readonly MetricPoint[]>>;

export interface StreamHealthPorts {
  readonly software: (channelId: string) => Promise<SoftwareStream | null>;
  readonly camera: (channelId: string) => Promise<CameraBroadcast | null>;
  /** The latest pieces in order, at most `count`. */
  readonly latestPieces: (broadcast: CameraBroadcast, count: number) => Promise<readonly StoredPiece[]>;
  /** IVS's data of a stream, or of an encoder whose stream cannot be played yet; `null` when IVS does not answer. */
  readonly session: (arn: string, streamId: string | undefined) => Promise<IngestSession | null>;
  /** The measurements of a period; `null` when CloudWatch does not answer. */
  readonly metrics: (arn: string, fromMs: number, toMs: number) => Promise<IngestMetrics | null>;
  readonly audience: (
    channelId: string,
    fromMs: number,
    toMs: number,
  ) => Promise<
    readonly { readonly atMs: number; readonly viewers: number; readonly delayS: number | null }[]
  >;
  readonly clock: () => number;
}
