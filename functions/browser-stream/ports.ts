/** What broadcasts from the camera need of storage and of MediaConvert. Each call may be repeated without harm. */
import type {
  Broadcast,
  BroadcastChange,
  BroadcastEnd,
  BroadcastKey,
  Checkpoint,
  Plan,
  RepairPlan,
  ReplayFacts,
  StoredChunk,
  StoredTimeline,
  WindowId,
  WindowJob,
  WindowRow,
} from './broadcast.ts';
import type { PlaylistSegment } from './media/playlist.ts';

export interface StartLimits {
  /** Broadcasts of the whole site at once. */
  readonly maxActive: number;
  /** Of one channel in a day (UTC). */
  readonly maxPerDay: number;
}

export interface BroadcastsRepository {
  /** As it is now. */
  find(id: string): Promise<Broadcast | null>;
  /** The channel's latest. */
  findLatest(channelId: string): Promise<Broadcast | null>;
  /**
   * Puts the channel on the air and adds the broadcast, in one transaction. Throws `conflict` where the channel is on
   * the air already, `unavailable` where the site has no room, `too_many_requests`, `not_found`.
   */
  start(broadcast: Broadcast, playbackUrl: string, limits: StartLimits): Promise<void>;
  /** Takes the channel off the air, where it shows this broadcast. False where it has ended already. */
  end(broadcast: BroadcastKey, end: BroadcastEnd): Promise<boolean>;
  /** Does nothing where it has ended. */
  change(id: string, change: BroadcastChange): Promise<void>;
  /** Says how many chunks were recorded, of an ended broadcast of which it is not known, or more are known now. */
  setChunkCount(id: string, chunkCount: number): Promise<void>;
  /** Video arrives: the channel shows it. Does nothing where it shows something else. */
  setReceiving(broadcast: BroadcastKey): Promise<void>;
  /** The channel shows this picture, unless it shows a later one, or something else. Addresses sort by time. */
  showPicture(broadcast: BroadcastKey, pictureUrl: string): Promise<void>;
  /** Those that are not `ended`, and the ended ones with chunks that came later. */
  listActive(): AsyncGenerator<Broadcast>;
  /** How many are on the air, as far as is known. */
  countActive(): Promise<number>;

  /** False where it is there already. */
  addChunk(id: string, chunk: StoredChunk): Promise<boolean>;
  /** From `fromSeq` on, to `toSeq`, in order. */
  listChunks(id: string, fromSeq: number, toSeq?: number): Promise<StoredChunk[]>;

  readTimeline(id: string): Promise<StoredTimeline>;
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

  /** Those whose windows are neither ready nor failed. */
  listJobs(id: string): Promise<WindowJob[]>;
  findJob(id: string, windowId: WindowId): Promise<WindowJob | null>;
  /** False where it is no longer the known one. */
  replaceJob(id: string, known: WindowJob, next: WindowJob): Promise<boolean>;
  /** The window is ready, or has failed for good where there are no segments; its job is no more. False where it was settled already. */
  settle(id: string, windowId: WindowId, segments: readonly PlaylistSegment[] | null): Promise<boolean>;

  /** Windows of the live broadcast as they were planned, in order. */
  listPlans(id: string): Promise<Plan[]>;
  /** What the windows have become, in order: those of the live broadcast from `fromNumber` on, or those of a repair. */
  listWindows(
    id: string,
    which: { readonly fromNumber: number } | { readonly generation: number },
  ): Promise<WindowRow[]>;

  /** Only forward. */
  setCheckpoint(id: string, checkpoint: Checkpoint): Promise<void>;
  setWindowMs(id: string, windowMs: number): Promise<void>;
  /** The replay is there. Stays `finishing`, and active, where there are more chunk rows than `replay.chunks` says. */
  finish(known: Broadcast, replay: ReplayFacts): Promise<void>;
}

/** A chunk on its way to storage; one that is not recorded yet has neither size nor hash. */
export interface ExpectedChunk {
  readonly seq: number;
  readonly sizeBytes?: number;
  /** SHA-256 in base64. */
  readonly sha256?: string;
}

/** The chunks of recordings as the browser uploads them, in a private bucket that forgets. */
export interface ChunkFiles {
  /** Addresses that take each chunk once. */
  sign(
    broadcast: BroadcastKey,
    chunks: readonly ExpectedChunk[],
  ): Promise<{ seq: number; url: string; headers: Record<string, string> }[]>;
  /** Does nothing where the chunk is there already. */
  put(broadcast: BroadcastKey, seq: number, bytes: Uint8Array): Promise<void>;
  /** Wakes whoever works on the broadcast, as a chunk does. */
  putEndMark(broadcast: BroadcastKey): Promise<void>;
  /** Throws where there is none. */
  read(broadcast: BroadcastKey, seq: number): Promise<Uint8Array>;
  /** From `fromSeq` on, in order. */
  list(broadcast: BroadcastKey, fromSeq: number): Promise<StoredChunk[]>;
  remove(broadcast: BroadcastKey, seq: number): Promise<void>;
}

/** An attempt at one window. */
export interface AttemptKey extends BroadcastKey {
  readonly windowId: WindowId;
  readonly attempt: number;
}

/** What jobs take and make, and what viewers get. */
export interface WindowFiles {
  putInput(key: AttemptKey, webm: Uint8Array): Promise<void>;
  /** `null` where the job has left none. */
  readOutput(key: AttemptKey): Promise<Uint8Array | null>;
  /** Both files of an attempt. */
  removeAttempt(key: AttemptKey): Promise<void>;
  /** A file that viewers get, under its name in the broadcast's folder; it never changes. */
  publish(
    broadcast: BroadcastKey,
    name: string,
    body: Uint8Array | string,
    contentType: string,
  ): Promise<void>;
  /** Names in the broadcast's folder that begin so, in order. */
  list(broadcast: BroadcastKey, prefix: string): Promise<string[]>;
}

/** A picture that a window's job takes out of it, its first frame. */
export type Capture = 'poster' | 'picture' | 'live';

export interface WindowJobRequest extends AttemptKey {
  /** Pictures of its first frame that are wanted: `<capture>-<window id>.….jpg`. */
  readonly captures: readonly Capture[];
  readonly hasSound: boolean;
}

export interface WindowJobReport extends AttemptKey {
  readonly jobId: string;
  readonly status: 'running' | 'complete' | 'failed' | 'canceled';
}

/** Transcodes windows. */
export interface WindowTranscoder {
  /** Makes a job and answers its id. Throws `TranscoderBusyError` (`functions/errors.ts`). */
  start(request: WindowJobRequest): Promise<string>;
  /** `null` where the job is no longer known. */
  find(jobId: string): Promise<WindowJobReport | null>;
}
