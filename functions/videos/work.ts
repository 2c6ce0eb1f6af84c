/**
 * Pending work of a video. It is stored until it is done, because MediaConvert's events and S3's answers may be lost:
 * the tick processes what is due. A video has at most one piece of work.
 */
import { DAY_MS } from '#shared/plain/time.ts';
import type { Visibility } from '#shared/videos/videos.ts';
import type { SourceFacts } from './source-facts.ts';

export interface Work {
  readonly videoId: string;
  readonly channelId: string;
  /**
   * `submit`: create a job. `watch`: a job runs; check its result. `clean`: delete the files of the video and its
   * upload, and cancel the job. `tidy`: delete the recording that a ladder has replaced.
   */
  readonly kind: 'submit' | 'watch' | 'clean' | 'tidy';
  /** When the tick processes it. */
  readonly dueMs: number;
  /** When the video was published or deleted. */
  readonly sinceMs: number;
  /** Failed attempts in a row. */
  readonly attempts: number;
  /** How many jobs were created. */
  readonly jobs: number;
  /** The latest job. */
  readonly jobId?: string;
  readonly source?: SourceFacts;
  /** Key prefix of the video's files; with `ladder`, of the ladder's files. */
  readonly filesPrefix: string;
  /** Further prefixes of a replay with several recordings. */
  readonly moreFilesPrefixes?: readonly string[];
  /** Of a deleted replay: its stream. */
  readonly streamId?: string;
  /** Of a replay that plays as recorded. */
  readonly ladder?: Ladder;
  /** Of a deleted video: the address of the owner's picture, which is deleted too. */
  readonly ownPicture?: string;
  /** Of a deleted video: its last visibility. @default public */
  readonly visibility?: Visibility;
}

/** Replaces a replay's recording, at the same address. */
export interface Ladder {
  /** Keys of films in the uploads bucket, at most 150, joined in this order. */
  readonly inputs: readonly string[];
  /** Identifies the recording: a newer one has another `playback_url`. */
  readonly playbackUrl: string;
}

/** How long one process has before another may take over the work. */
export const LEASE_MS = 60_000;
/** A job without events for this time is polled. */
export const WATCH_MS = 3 * 60_000;
/** Work that could not be submitted for this time fails, because uploads expire. */
export const GIVE_UP_MS = DAY_MS;

const FIRST_DELAY_MS = 5_000;
const MAX_DELAY_MS = 10 * 60_000;

/** Work that is due now. */
export const newWork = (
  about: Omit<Work, 'dueMs' | 'sinceMs' | 'attempts' | 'jobs'>,
  nowMs: number,
): Work => ({ ...about, dueMs: nowMs, sinceMs: nowMs, attempts: 0, jobs: 0 });

/** Reserves the work for one process. */
export const leased = (work: Work, nowMs: number): Work => ({ ...work, dueMs: nowMs + LEASE_MS });

export const withSubmittedJob = (work: Work, jobId: string, nowMs: number): Work => ({
  ...work,
  kind: 'watch',
  jobId,
  jobs: work.jobs + 1,
  attempts: 0,
  dueMs: nowMs + WATCH_MS,
});

/** After a failed attempt: 5 s, doubled each time, at most 10 minutes. */
export const postponed = (work: Work, nowMs: number): Work => ({
  ...work,
  attempts: work.attempts + 1,
  dueMs: nowMs + Math.min(FIRST_DELAY_MS * 2 ** work.attempts, MAX_DELAY_MS),
});

/** The key prefix of a video's files in the media bucket. */
export const videoFilesPrefix = (channelId: string, videoId: string): string =>
  `media/videos/${channelId}/${videoId}/`;
