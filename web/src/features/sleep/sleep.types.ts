import type { Channel } from '#shared/channels/channels.ts';
import type { Stage } from '#web/lib/player-stage.ts';
import type { Video } from '#shared/videos/videos.ts';

/** What sleep mode uses of the player; `frame` gets the focus back. */
export type SleepStage = Pick<Stage, 'video' | 'frame' | 'steering' | 'setSoundAlone'>;

export type SleepSource =
  | { readonly kind: 'stream'; readonly channel: Channel }
  | { readonly kind: 'video'; readonly video: Video };

/** A recording that is played in a loop. */
export interface SleepRecording {
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
 * - `ended`: the timer has ended
 */
export type Phase = 'stream' | 'recording' | 'ended';
