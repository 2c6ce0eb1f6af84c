/** What encoders make, with its place on the recording's clock. */

/** The media's clock for pictures: ticks a second, and a millisecond (ISO 14496-12, a track's timescale). */
export const TICKS_PER_S = 90_000;
export const TICKS_PER_MS = 90;

export interface PicturePacket {
  readonly startTicks: number;
  /** Decoding can begin here. */
  readonly isKey: boolean;
  readonly data: Uint8Array;
  readonly config: VideoDecoderConfig;
}

export interface SoundPacket {
  readonly startSamples: number;
  readonly data: Uint8Array;
  readonly config: AudioDecoderConfig;
}

export type PictureRendition = 'main' | 'small';

/** All of one segment: `main` and `small` begin and end together, with the same sound. */
export interface Segment {
  readonly endTicks: number;
  readonly sound: readonly SoundPacket[];
  readonly main: readonly PicturePacket[];
  /** Missing where it is not made, or did not keep up. */
  readonly small: readonly PicturePacket[] | null;
}
