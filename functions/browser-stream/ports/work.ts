/** What is transcoded: the table's rows of it, and MediaConvert. Each call may be repeated without harm. */
import type {
  Broadcast,
  BroadcastKey,
  FilmsWork,
  Plan,
  RepairPlan,
  StoredTimeline,
  WindowId,
  WindowJob,
} from '../broadcast.ts';
import type { PlaylistSegment } from '../media/playlist.ts';

/** Whoever claims windows has them transcoded. */
export interface WindowClaims {
  /**
   * Stores the timeline with the windows that it leads to, each with its job: at most 2000 of them (`RangeError`). False
   * where another was faster.
   */
  claim(
    id: string,
    known: StoredTimeline,
    next: Omit<StoredTimeline, 'version'>,
    jobs: readonly WindowJob[],
  ): Promise<boolean>;
  /** Plans what is to be cut once more, with the jobs; else as `claim`. False where another was faster. */
  claimRepair(known: Broadcast, repair: RepairPlan, jobs: readonly WindowJob[]): Promise<boolean>;
}

export interface WindowJobRows {
  /** Makes jobs of their own of those that were claimed together; answers all whose windows are neither ready nor failed. */
  spreadJobs(id: string): Promise<WindowJob[]>;
  findJob(id: string, windowId: WindowId): Promise<WindowJob | null>;
  /** False where it is no longer the known one. */
  replaceJob(id: string, known: WindowJob, next: WindowJob): Promise<boolean>;
}

export interface WindowRows {
  /** The window is ready, or has failed for good where there are no segments; its job is no more. False where it was settled already. */
  settle(
    id: string,
    windowId: WindowId,
    segments: readonly PlaylistSegment[] | null,
    atMs: number,
  ): Promise<boolean>;
  /** Live viewers no longer wait for the window. Does nothing where it is ready or has failed. */
  markLate(id: string, windowId: WindowId): Promise<void>;
  /** Windows of the live broadcast as they were planned, in order. */
  listPlans(id: string): Promise<Plan[]>;
}

/** The films that a direct broadcast's ladder is made of, while they are written. */
export interface FilmRows {
  readFilms(id: string): Promise<FilmsWork | null>;
  /** False where another was faster: it is no longer the known one. */
  replaceFilms(id: string, known: FilmsWork | null, next: FilmsWork): Promise<boolean>;
}

/** An attempt at one window. */
export interface AttemptKey extends BroadcastKey {
  readonly windowId: WindowId;
  readonly attempt: number;
}

/** A picture that a window's job takes out of it, its first frame. */
export type Capture = 'poster' | 'picture' | 'live';

export interface WindowJobRequest extends AttemptKey {
  /** Pictures of its first frame that are wanted: `<capture>-<window id>.….jpg`. */
  readonly captures: readonly Capture[];
  readonly hasSound: boolean;
  /** How long a segment may be: keyframes are no further apart. */
  readonly segmentS: number;
}

export interface WindowJobReport extends AttemptKey {
  readonly jobId: string;
  readonly status: 'running' | 'complete' | 'failed' | 'canceled';
}

/** Transcodes windows. */
export interface WindowTranscoder {
  /** Makes a job and answers its id. Throws `TranscoderBusyError` (`functions/base/errors.ts`). */
  start(request: WindowJobRequest): Promise<string>;
  /** `null` where the job is no longer known. */
  find(jobId: string): Promise<WindowJobReport | null>;
}

export interface StageLoad {
  /** The least length of windows. */
  readonly windowMs: number;
  /** What the account may create. */
  readonly jobsPerSecond: number;
}

/** How the stage is set up. */
export interface StageLimits extends StageLoad {
  /** Broadcasts on the air at once that need jobs. */
  readonly maxBroadcasts: number;
}
