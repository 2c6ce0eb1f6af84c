/** What broadcasts from the camera need of storage and of MediaConvert. Each call may be repeated without harm. */
import type { Authorized } from '../authorized.ts';
import type {
  Broadcast,
  BroadcastChange,
  BroadcastEnd,
  BroadcastKey,
  Checkpoint,
  FilmsWork,
  Plan,
  RepairPlan,
  ReplayFacts,
  Segment,
  SegmentCheckpoint,
  SegmentRendition,
  StoredChunk,
  StoredTimeline,
  WayChange,
  WindowId,
  WindowJob,
  WindowRow,
} from './broadcast.ts';
import type { PlaylistSegment } from './media/playlist.ts';
import type { DiscardedFiles, Replay } from '../channels/replay.ts';

export interface StartLimits {
  /** Broadcasts of the whole site at once. */
  readonly maxActive: number;
  /** Of one channel in a day (UTC). */
  readonly maxPerDay: number;
}

/** What a broadcast is and has become. */
export interface BroadcastReads {
  /** As it is now. */
  find(id: string): Promise<Broadcast | null>;
  readTimeline(id: string): Promise<StoredTimeline>;
  /** What the windows have become, in order: those of the live broadcast from `fromNumber` on, or those of a repair. */
  listWindows(
    id: string,
    which: { readonly fromNumber: number } | { readonly generation: number },
  ): Promise<WindowRow[]>;
}

/** What streamers do with their broadcasts. */
export interface BroadcastLife {
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
  change(broadcast: Authorized<Broadcast>, change: BroadcastChange): Promise<void>;
  /** Says how many chunks were recorded, of an ended broadcast of which it is not known, or more are known now. */
  setChunkCount(broadcast: Authorized<Broadcast>, chunkCount: number): Promise<void>;
  /** How many are on the air, as far as is known. */
  countActive(): Promise<number>;
}

/** What a channel shows of its broadcast. */
export interface BroadcastDisplay {
  /** Video arrives: the channel shows it. Does nothing where it shows something else. */
  setReceiving(broadcast: BroadcastKey): Promise<void>;
  /** The channel shows this picture, unless it shows a later one, or something else. Addresses sort by time. */
  showPicture(broadcast: BroadcastKey, pictureUrl: string): Promise<void>;
}

/** What keeps broadcasts going until their replays are there. */
export interface BroadcastUpkeep {
  /** Those that are not `ended`, and the ended ones with chunks that came later. */
  listActive(): AsyncGenerator<Broadcast>;
  /** Only forward. */
  setCheckpoint(id: string, checkpoint: Checkpoint): Promise<void>;
  setWindowMs(id: string, windowMs: number): Promise<void>;
  /**
   * The replay is there. Stays `finishing`, and active, where there are more rows of chunks or segments than `replay`
   * says; active too where it `awaitsLadder`.
   */
  finish(known: Broadcast, replay: ReplayFacts, awaitsLadder?: boolean): Promise<void>;
}

export interface ChunkRows {
  /** A direct broadcast goes on with chunks; only the first word of it counts. */
  changeWay(id: string, change: WayChange): Promise<void>;
  /** False where it is there already. */
  addChunk(id: string, chunk: StoredChunk): Promise<boolean>;
  /** From `fromSeq` on, to `toSeq`, in order. */
  listChunks(id: string, fromSeq: number, toSeq?: number): Promise<StoredChunk[]>;
}

/** What is stored beside a segment, once. */
export interface SegmentNews {
  /** EXT-X-TARGETDURATION, should it be the first. */
  readonly targetDurationS: number;
  readonly checkpoint?: SegmentCheckpoint;
}

export interface SegmentReads {
  /** All from `fromSeq` on, in order; the first `limit` of them, where that is said. */
  listSegments(id: string, from?: { readonly fromSeq?: number; readonly limit?: number }): Promise<Segment[]>;
  /** The last, in order. */
  latestSegments(id: string, count: number): Promise<Segment[]>;
}

export interface SegmentRows extends SegmentReads {
  /** False where there is one of this number already. It arrives by the clock as it is written. */
  addSegment(
    id: string,
    segment: Omit<Segment, 'arrivedAtMs'>,
    clock: () => number,
    news: SegmentNews,
  ): Promise<boolean>;
  /** What stands at this number, and next to it. */
  segmentsAround(id: string, seq: number): Promise<SegmentNeighbours>;
}

export interface SegmentNeighbours {
  readonly before?: Segment | undefined;
  readonly same?: Segment | undefined;
  readonly after?: Segment | undefined;
}

/** Files of direct broadcasts that viewers get, under their names in the broadcast's folder; they never change. */
export interface SegmentFiles {
  publish(broadcast: Authorized<BroadcastKey>, file: PublishedFile): Promise<void>;
  /** False where there is a file of this name already, which stays. */
  publishOnce(broadcast: Authorized<BroadcastKey>, file: PublishedFile): Promise<boolean>;
}

export interface PublishedFile {
  /** In the broadcast's folder. */
  readonly name: string;
  readonly body: Uint8Array | string;
  readonly contentType: string;
  /** Of one that is replaced later. @default for ever */
  readonly maxAgeS?: number;
}

/** The films that a direct broadcast's ladder is made of, while they are written. */
export interface FilmRows {
  readFilms(id: string): Promise<FilmsWork | null>;
  /** False where another was faster: it is no longer the known one. */
  replaceFilms(id: string, known: FilmsWork | null, next: FilmsWork): Promise<boolean>;
}

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

/** What the routes need of the table. */
export type IntakeRows = BroadcastReads &
  BroadcastLife &
  BroadcastDisplay &
  ChunkRows &
  SegmentRows &
  Pick<BroadcastUpkeep, 'finish'>;

/** What turning chunks into what viewers get needs of it. */
export type ProcessingRows = BroadcastReads &
  Pick<BroadcastLife, 'end' | 'countActive'> &
  BroadcastDisplay &
  BroadcastUpkeep &
  ChunkRows &
  SegmentRows &
  FilmRows &
  WindowClaims &
  WindowJobRows &
  WindowRows;

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
    broadcast: Authorized<BroadcastKey>,
    chunks: readonly ExpectedChunk[],
  ): Promise<{ seq: number; url: string; headers: Record<string, string> }[]>;
  /** Does nothing where the chunk is there already. */
  put(broadcast: Authorized<BroadcastKey>, seq: number, bytes: Uint8Array): Promise<void>;
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
  /** The same of one that may be replaced later; what is there already stays. */
  publishFirst(broadcast: BroadcastKey, file: PublishedFile): Promise<void>;
  /** Names in the broadcast's folder that begin so, in order. */
  list(broadcast: BroadcastKey, prefix: string): Promise<string[]>;
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
  /** Makes a job and answers its id. Throws `TranscoderBusyError` (`functions/errors.ts`). */
  start(request: WindowJobRequest): Promise<string>;
  /** `null` where the job is no longer known. */
  find(jobId: string): Promise<WindowJobReport | null>;
}

/** A film of segments on its way to storage, in parts. */
export interface FilmFiles {
  readSegment(broadcast: BroadcastKey, name: string): Promise<Uint8Array>;
  /** Begins a film; answers the storage's own name of it. */
  begin(key: string): Promise<string>;
  /** The parts that are stored; `null` where the film is whole, or has been given up. */
  listParts(key: string, uploadId: string): Promise<FilmPart[] | null>;
  putPart(key: string, uploadId: string, number: number, bytes: Uint8Array): Promise<FilmPart>;
  /** Makes the film of its parts; nothing happens where it is whole. */
  join(key: string, uploadId: string, parts: readonly FilmPart[]): Promise<void>;
  /** What is known of a piece, beside the film. */
  putTable(key: string, bytes: Uint8Array): Promise<void>;
  readTable(key: string): Promise<Uint8Array>;
}

export interface FilmPart {
  /** From 1. */
  readonly number: number;
  readonly etag: string;
}

/** What a replay's ladder is made of. */
export interface ReplayFilms extends Pick<Replay, 'channelId' | 'playbackUrl' | 'durationS'> {
  readonly videoId: string;
  /** Keys of films in the uploads bucket, in their order. */
  readonly inputs: readonly string[];
  /** The beginning of the keys of what is made. */
  readonly filesPrefix: string;
  /** The largest. */
  readonly picture: NonNullable<SegmentRendition['picture']>;
}

/** The channel's videos, as far as replays are concerned. */
export interface ReplayVideos {
  /** The one video of the broadcast, which shows these files from now on; `null` where its owner has deleted it. Throws `not_found`. */
  publish(replay: Replay): Promise<{ readonly id: string } | null>;
  exists(videoId: string): Promise<boolean>;
  /** Has the ladder made, which takes the place of the recording when it is there. */
  improve(films: ReplayFilms): Promise<void>;
  /** Deletes a broadcast's files, once those who watched it have seen its end. */
  discard(files: DiscardedFiles): Promise<void>;
  /** The WebVTT file of the seek bar's pictures, which are files beside it. */
  storyboard(board: {
    readonly pictures: readonly { readonly name: string; readonly atS: number }[];
    readonly durationS: number;
  }): string;
}

export interface ProcessingPorts {
  readonly broadcasts: ProcessingRows;
  readonly chunks: ChunkFiles;
  readonly windows: WindowFiles;
  readonly films: FilmFiles;
  readonly transcoder: WindowTranscoder;
  readonly videos: ReplayVideos;
  readonly stage: StageLoad;
  readonly clock: () => number;
  /** Told of failures that nobody else hears of. */
  readonly report: (step: string, error: unknown) => void;
}

export interface StageLoad {
  /** The least length of windows. */
  readonly windowMs: number;
  /** What the account may create. */
  readonly jobsPerSecond: number;
}

/** How the stage is set up. */
export interface StageLimits extends StageLoad {
  /** Broadcasts on the air at once. */
  readonly maxBroadcasts: number;
}

/** A chunk that came with the time of its making in place of a number. */
export interface NamedChunk {
  readonly atMs: number;
  readonly seq: number;
}

export interface ChunkNames {
  /**
   * Replaces what is known of a broadcast's latest chunks, in order of time; `null` leaves it. May be asked again; what
   * it throws passes through.
   */
  update(id: string, change: (known: readonly NamedChunk[]) => readonly NamedChunk[] | null): Promise<void>;
}

/** Whether a channel's broadcasts become replays, as it was said last: from the camera or through software. */
export interface KeptReplays {
  find(channelId: string): Promise<boolean>;
  save(channelId: string, keepsReplay: boolean): Promise<void>;
}

export interface IntakePorts {
  readonly broadcasts: IntakeRows;
  readonly chunks: ChunkFiles;
  readonly chunkNames: ChunkNames;
  readonly segments: SegmentFiles;
  readonly windows: Pick<WindowFiles, 'publish' | 'publishFirst' | 'list'>;
  readonly videos: Pick<ReplayVideos, 'publish'>;
  /** Told of failures that nobody else hears of. */
  readonly report: (step: string, error: unknown) => void;
  readonly keptReplays: KeptReplays;
  readonly stage: StageLimits;
  readonly newId: () => string;
  readonly clock: () => number;
}

export interface LivePlaylistPorts {
  /** May be a moment old. */
  readonly broadcasts: BroadcastReads & SegmentReads;
  readonly clock: () => number;
}
