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

/**
 * What the direct way needs of a browser, by the names of the interfaces, and what is done where one is missing. This is
 * the only place that asks; `docs/browsers.md` says which browser has what.
 */

interface Ability {
  readonly has: () => boolean;
  /** What a person is told where there is no way round. */
  readonly why: string;
}

const isThere = (name: string) => (): boolean => name in globalThis;

/** Without one of these there is no direct way. */
const NEEDED: readonly Ability[] = [
  { has: isThere('VideoEncoder'), why: 'This browser lets no page encode video.' },
  { has: isThere('VideoFrame'), why: 'This browser lets no page encode video.' },
  { has: isThere('AudioWorkletNode'), why: 'This browser lets no page take the sound apart.' },
  { has: isThere('WebAssembly'), why: 'This browser has no way to encode sound.' },
];

/** Why this browser has no direct way; `null` where nothing is known against it. */
export const missingAbility = (): string | null => NEEDED.find(({ has }) => !has())?.why ?? null;

interface Processors {
  readonly MediaStreamTrackProcessor?: new (init: {
    readonly track: MediaStreamTrack;
    readonly maxBufferSize?: number;
  }) => { readonly readable: ReadableStream<VideoFrame> };
}

/** Gives a track's pictures to a worker; without it the page takes them from a `<video>`. */
export const pictureProcessor = (): Processors['MediaStreamTrackProcessor'] =>
  (globalThis as Processors).MediaStreamTrackProcessor;
