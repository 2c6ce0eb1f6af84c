/** What a direct recorder is to the broadcaster. */

/** One second of the recording as it goes over the wire: see PUT …/segments/{seq}. */
export interface DirectRecorderListener {
  /** In order. */
  readonly onSegment: (bytes: Uint8Array<ArrayBuffer>) => void;
  /** What is sent now, at the start and whenever it changes. */
  readonly onQuality: (quality: DirectQuality) => void;
  /** It has ended by itself; what came before is good. */
  readonly onFailure: (error: unknown) => void;
}

export interface DirectQuality {
  /** In all, with sound and both renditions. */
  readonly bitsPerSecond: number;
  readonly framesPerSecond: number;
  readonly heightPx: number;
  readonly hasSmall: boolean;
  /** Less than the camera gives, for this device or the connection. */
  readonly isReduced: boolean;
  /** The device does not keep up with encoding. */
  readonly isDeviceSlow: boolean;
}

export interface DirectRecorder {
  /** The age of the oldest segment that is not sent, in ms: the recorder adapts to it. */
  readonly setBacklogMs: (ms: number) => void;
  /** Ends when the last segment was told. May be called again. */
  readonly stop: () => Promise<void>;
}

/** What the camera has shown about this browser and this device. */
export interface DirectProbe {
  readonly can: boolean;
  /** It keeps up with a second, small rendition. */
  readonly canSmall: boolean;
  /** For a person, where it cannot. */
  readonly why?: string;
}
