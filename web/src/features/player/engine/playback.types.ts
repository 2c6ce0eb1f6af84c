/** What is played, and the reports about it. */
import type { FailureKind, PlaybackEngine } from '#shared/plain/playback-failures.ts';
import type { Steering } from '#web/lib/player-stage.ts';
import type { ReportPlayback } from './video-watch.ts';

export interface LiveSegments {
  readonly segmentS: number;
  /** The broadcast comes from a browser's camera. @default false */
  readonly isCamera?: boolean;
}

export interface LivePlayback extends LiveSegments {
  readonly video: HTMLVideoElement;
  readonly url: string;
  /** @default it cannot be rewound */
  readonly rewind?: RewindSource | null;
}

/** The past of a live stream. Times in ms since 1970. */
export interface RewindSource {
  /** The contract's `…/rewind`, or the playlist of a recording; `null`: there is none yet. */
  readonly url: string | null;
  /** The zero of the time on air. */
  readonly airedMs: number;
  /** How far a recording may be behind the stream. @default it is no recording */
  readonly recordingLagMs?: number;
  /** What the viewer sees of the past, also for a playback that follows a failed one; `null`: live. */
  readonly position: { ms: number | null };
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
  /**
   * Gets the time of the picture at which a paused stream goes on, where the live playlist no longer has it. False: it goes
   * on live. @default false
   */
  readonly onResumed?: (dateMs: number) => boolean;
  /** Gets the steering of the playback, and `null` when it ends. */
  readonly onSteering: (steering: Steering | null) => void;
  /** @default ignored */
  readonly onSound?: (url: string) => void;
}
