/** What the health of a broadcast is told by. Times in ms since 1970. */

/** A stream through software that is on the air. */
export interface SoftwareStream {
  readonly ingestArn: string;
  /** IVS's id of the stream that it receives; missing before the first. */
  readonly streamId: string | undefined;
  readonly startedAtMs: number;
  /** Missing while no picture comes. */
  readonly receivingSinceMs: number | undefined;
}

/** A broadcast from the camera that is on the air. */
export interface CameraBroadcast {
  readonly id: string;
  readonly startedAtMs: number;
  /** Of the clock of its pieces. */
  readonly zeroMs: number;
  /** What it is stored in now. */
  readonly pieces: 'segments' | 'chunks';
}

/** One stored segment or chunk. */
export interface StoredPiece {
  readonly seq: number;
  readonly arrivedAtMs: number;
  readonly sizeBytes: number;
  /** Of a segment alone: on the recording's clock. */
  readonly startMs?: number;
  readonly endMs?: number;
  readonly framesPerSecond?: number | undefined;
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  /** Of these bytes, those of the sound. */
  readonly soundBytes?: number;
}

/** What an encoder said when it connected. */
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

/** What was measured of a stream, in order of time; of what it has none there are no points. */
export type IngestMetrics = Readonly<Record<IngestMetric, readonly MetricPoint[]>>;

export interface StreamHealthPorts {
  readonly software: (channelId: string) => Promise<SoftwareStream | null>;
  readonly camera: (channelId: string) => Promise<CameraBroadcast | null>;
  /** The latest, in order, so many at most. */
  readonly latestPieces: (broadcast: CameraBroadcast, count: number) => Promise<readonly StoredPiece[]>;
  /** What IVS knows of a stream, or of an encoder whose stream cannot be played yet; `null` where it does not say. */
  readonly session: (arn: string, streamId: string | undefined) => Promise<IngestSession | null>;
  /** What was measured from one time to another; `null` where nobody says. */
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
