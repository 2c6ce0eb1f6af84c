/** Encoded packets, with their times on the recording's clock. */

/** The timescale of the video track: ticks per second, and per millisecond (ISO 14496-12). */
export const TICKS_PER_S = 90_000;
export const TICKS_PER_MS = 90;

export interface PicturePacket {
  readonly startTicks: number;
  /** Decoding can start here. */
  readonly isKey: boolean;
  readonly data: Uint8Array;
  /** Its parameter sets, to compare them; empty for a picture without any, to which those before it apply. */
  readonly parameterSets: string;
  readonly config: VideoDecoderConfig;
}

export interface SoundPacket {
  readonly startSamples: number;
  readonly data: Uint8Array;
  readonly config: AudioDecoderConfig;
}

export type PictureRendition = 'main' | 'small';

/** One segment: `main` and `small` start and end together, with the same sound. */
export interface Segment {
  readonly endTicks: number;
  readonly sound: readonly SoundPacket[];
  readonly main: readonly PicturePacket[];
  /** `null` if it is not encoded, or was too slow. */
  readonly small: readonly PicturePacket[] | null;
}
