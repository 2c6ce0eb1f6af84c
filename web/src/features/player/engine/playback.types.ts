/** What is played, and the reports about it. */
import type { FailureKind, PlaybackEngine } from '../../../../../shared/plain/playback-failures.ts';
import type { Steering } from '../../../lib/player-stage.ts';
import type { ReportPlayback } from './video-watch.ts';

export interface LiveSegments {
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
  readonly startS: number;
}

export interface SoundPlayback extends Omit<VideoPlayback, 'video'> {
  readonly element: HTMLMediaElement;
}

export interface Reports {
  readonly report: ReportPlayback;
  /** Gets the reason of a lost playback. @default ignored */
  readonly onFailure?: (kind: FailureKind, engine: PlaybackEngine) => void;
  /** Gets the steering of the playback, and `null` when it ends. */
  readonly onSteering: (steering: Steering | null) => void;
  /** @default ignored */
  readonly onSound?: (url: string) => void;
}
