/** What sleep mode has to do with. */
import type { Channel } from '../../../../shared/channels/streamers.ts';
import type { Video } from '../../../../shared/videos/videos.ts';

interface Rendition {
  readonly id: number;
  /** 0 where nobody knows. */
  readonly bitsPerSecond: number;
}

interface Qualities {
  /** Best first. */
  readonly all: readonly Rendition[];
  readonly chosen: number | null;
  readonly current: number | null;
}

/** What a player lets its tools do. */
export interface SleepStage {
  readonly video: HTMLVideoElement | null;
  /** What fills the screen, and takes the keyboard. */
  readonly frame: HTMLElement | null;
  readonly steering: {
    readonly subscribe: (listener: () => void) => () => void;
    readonly qualities: () => Qualities;
    readonly choose: (id: number | null) => void;
  } | null;
  readonly setSoundAlone: ((isOn: boolean) => void) | null;
}

/** By whose sound somebody sleeps. */
export type SleepSource =
  | { readonly kind: 'stream'; readonly channel: Channel }
  | { readonly kind: 'video'; readonly video: Video };

/** What is played again and again. */
export interface Recording {
  readonly title: string;
  readonly url: string;
  readonly pictureUrl: string | null;
  /** Where to begin, in seconds. */
  readonly startS: number;
}

/** Loads the sound of a recording for an element; calls `lost` where it cannot go on. Answers how to end it. */
export type LoadSound = (
  playback: { readonly element: HTMLMediaElement; readonly url: string; readonly startS: number },
  lost: () => void,
) => () => void;

/**
 * - `stream`: what is live is heard
 * - `recording`: a video, or what follows a stream
 * - `over`: the time is up
 */
export type Phase = 'stream' | 'recording' | 'over';
