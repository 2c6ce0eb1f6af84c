import type { Channel } from '../../../../shared/channels/streamers.ts';
import type { Video } from '../../../../shared/videos/videos.ts';

interface Rendition {
  readonly id: number;
  /** 0 if unknown. */
  readonly bitsPerSecond: number;
}

interface Qualities {
  /** Best first. */
  readonly all: readonly Rendition[];
  readonly chosen: number | null;
  readonly current: number | null;
}

/** The player's interface to sleep mode. */
export interface SleepStage {
  readonly video: HTMLVideoElement | null;
  /** The element for full screen, which gets the focus back. */
  readonly frame: HTMLElement | null;
  readonly steering: {
    readonly subscribe: (listener: () => void) => () => void;
    readonly qualities: () => Qualities;
    readonly choose: (id: number | null) => void;
  } | null;
  readonly setSoundAlone: ((isOn: boolean) => void) | null;
}

export type SleepSource =
  | { readonly kind: 'stream'; readonly channel: Channel }
  | { readonly kind: 'video'; readonly video: Video };

/** A recording that is played in a loop. */
export interface Recording {
  readonly title: string;
  readonly url: string;
  readonly pictureUrl: string | null;
  /** Where to start, in seconds. */
  readonly startS: number;
}

/** Loads the sound of a recording into an element; calls `lost` if it fails. Returns a function that ends it. */
export type LoadSound = (
  playback: { readonly element: HTMLMediaElement; readonly url: string; readonly startS: number },
  lost: () => void,
) => () => void;

/**
 * - `stream`: the live stream plays
 * - `recording`: a video plays, or the recording that follows a stream
 * - `over`: the timer has ended
 */
export type Phase = 'stream' | 'recording' | 'over';
