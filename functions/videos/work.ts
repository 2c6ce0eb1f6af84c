/**
 * What is still to be done for a video, kept until it is done: the events of MediaConvert and the answers of S3 may be
 * lost, so the tick takes up whatever is due. A video has at most one piece of work at a time.
 */
import { DAY_MS } from '../../shared/plain/time.ts';
import type { Visibility } from '../../shared/videos/videos.ts';
import type { SourceFacts } from './source-facts.ts';

export interface Work {
  readonly videoId: string;
  readonly channelId: string;
  /**
   * `submit`: a job is to be made. `watch`: it runs; whoever looks takes in what it has come to. `clean`: the files are
   * to be deleted, those of the upload too, and its job with them. `tidy`: a ladder has taken the place of a recording,
   * whose files are to be deleted.
   */
  readonly kind: 'submit' | 'watch' | 'clean' | 'tidy';
  /** When the tick takes it up. */
  readonly dueMs: number;
  /** When the video was published or deleted. */
  readonly sinceMs: number;
  /** Tries in a row that failed. */
  readonly attempts: number;
  /** Jobs that were made for it. */
  readonly jobs: number;
  /** The latest of them. */
  readonly jobId?: string;
  /** What is known of the upload's file. */
  readonly source?: SourceFacts;
  /** The beginning of the keys of the video's files. */
  readonly filesPrefix: string;
  /** Of a replay of several recordings: those of the others. */
  readonly moreFilesPrefixes?: readonly string[];
  /** Of a replay that is ready as it was recorded: what is made of it, `filesPrefix` being where that goes. */
  readonly ladder?: Ladder;
  /** Of a video that was deleted: the address of the picture that its owner chose, which goes too. */
  readonly ownPicture?: string;
  /** Of a video that was deleted: who could see it last. @default everybody */
  readonly visibility?: Visibility;
}

/** What a replay is made of that takes the place of its recording, at the same address. */
export interface Ladder {
  /** Keys of films in the uploads bucket, at most 150, joined in this order. */
  readonly inputs: readonly string[];
  /** The video's `playback_url` for as long as it is this recording. */
  readonly playbackUrl: string;
}

/** Whoever takes up work has this long before another may. */
export const LEASE_MS = 60_000;
/** Without news of a job for so long, it is asked. */
export const WATCH_MS = 3 * 60_000;
/** What could not be submitted for so long is given up: uploads are forgotten. */
export const GIVE_UP_MS = DAY_MS;

const FIRST_DELAY_MS = 5_000;
const MAX_DELAY_MS = 10 * 60_000;

/** Leaves it to one: while it works, it is due for nobody else. */
export const leased = (work: Work, nowMs: number): Work => ({ ...work, dueMs: nowMs + LEASE_MS });

/** Its job runs. */
export const watched = (work: Work, jobId: string, nowMs: number): Work => ({
  ...work,
  kind: 'watch',
  jobId,
  jobs: work.jobs + 1,
  attempts: 0,
  dueMs: nowMs + WATCH_MS,
});

/** After a try that failed: 5 s, then twice as long each time, at most 10 minutes. */
export const postponed = (work: Work, nowMs: number): Work => ({
  ...work,
  attempts: work.attempts + 1,
  dueMs: nowMs + Math.min(FIRST_DELAY_MS * 2 ** work.attempts, MAX_DELAY_MS),
});

/** Where MediaConvert and ourselves put a video's files in the media bucket. */
export const videoFilesPrefix = (channelId: string, videoId: string): string =>
  `media/videos/${channelId}/${videoId}/`;
