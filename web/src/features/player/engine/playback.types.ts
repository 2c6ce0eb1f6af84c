/** What is played, and to whom it is reported. */
import type { FailureKind, PlaybackEngine } from '../../../../../shared/plain/playback-failures.ts';
import type { Steering } from './steering.ts';
import type { ReportPlayback } from './video-watch.ts';

/** What a live stream is made of. */
export interface LiveSegments {
  /** Their length in seconds: of the longest, or from a camera of most. */
  readonly segmentS: number;
  /** The broadcast comes from a browser's camera. @default false */
  readonly isCamera?: boolean;
}

export interface LivePlayback extends LiveSegments {
  readonly video: HTMLVideoElement;
  readonly url: string;
}

export interface VideoPlayback {
  readonly video: HTMLVideoElement;
  readonly url: string;
  /** Where to begin, in seconds. */
  readonly startS: number;
}

export interface SoundPlayback extends Omit<VideoPlayback, 'video'> {
  readonly element: HTMLMediaElement;
}

export interface Reports {
  readonly report: ReportPlayback;
  /** Why a playback was lost, as far as it is known. @default nobody asks */
  readonly onFailure?: (kind: FailureKind, engine: PlaybackEngine) => void;
  /** Hands over what can be steered, and `null` when it is over. */
  readonly onSteering: (steering: Steering | null) => void;
  /** There is a playlist of the sound alone. @default nobody asks */
  readonly onSound?: (url: string) => void;
}
