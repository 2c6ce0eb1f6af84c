/** Broadcasts, and what recorders have sent of them, as the table keeps them. Each call may be repeated without harm. */
import type { Authorized } from '../../base/authorized.ts';
import type {
  Broadcast,
  BroadcastChange,
  BroadcastEnd,
  BroadcastKey,
  Checkpoint,
  NewestSegment,
  ReplayFacts,
  Segment,
  SegmentCheckpoint,
  StoredChunk,
  StoredTimeline,
  WayChange,
  WindowRow,
} from '../broadcast.ts';

export interface StartLimits {
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
   * the air already, `too_many_requests`, `not_found`.
   */
  start(broadcast: Broadcast, playbackUrl: string, limits: StartLimits): Promise<void>;
  /** Takes the channel off the air, where it shows this broadcast. False where it has ended already. */
  end(broadcast: BroadcastKey, end: BroadcastEnd): Promise<boolean>;
  /** Does nothing where it has ended. */
  change(broadcast: Authorized<Broadcast>, change: BroadcastChange): Promise<void>;
  /** Says how many chunks were recorded, of an ended broadcast of which it is not known, or more are known now. */
  setChunkCount(broadcast: Authorized<Broadcast>, chunkCount: number): Promise<void>;
}

/** The slots of those that need jobs, of which an account of AWS has so many. */
export interface Slots {
  /** Of a broadcast a chunk of which came at that time; it keeps the slot until none has come for a while. */
  takeSlot(id: string, atMs: number): Promise<void>;
  /** How many are taken. */
  countActive(nowMs: number): Promise<number>;
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

export interface ChunkNames {
  /**
   * Replaces what is known of a broadcast's latest chunks, in order of time; `null` leaves it. May be asked again; what
   * it throws passes through.
   */
  update(id: string, change: (known: readonly NamedChunk[]) => readonly NamedChunk[] | null): Promise<void>;
}

/** A chunk that came with the time of its making in place of a number. */
export interface NamedChunk {
  readonly atMs: number;
  readonly seq: number;
}

/** What is stored beside a segment, once. */
export interface SegmentNews {
  /** EXT-X-TARGETDURATION, should it be the first. */
  readonly targetDurationS: number;
  readonly checkpoint?: SegmentCheckpoint;
  /** Where it stands behind all that were stored. */
  readonly newest?: NewestSegment;
}

/** Which segments of a broadcast. */
export interface SegmentRange {
  /** @default 0 */
  readonly fromSeq?: number;
  /** The first so many of them. */
  readonly limit?: number;
  /** The last there is, where that is known. */
  readonly lastSeq?: number | undefined;
}

export interface SegmentReads {
  /** In order. */
  listSegments(id: string, range?: SegmentRange): Promise<readonly Segment[]>;
  /** The last, in order. */
  latestSegments(id: string, count: number): Promise<Segment[]>;
  findSegment(id: string, seq: number): Promise<Segment | null>;
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
  readonly before?: Pick<Segment, 'seq' | 'endMs'> | undefined;
  readonly same?: Segment | undefined;
  readonly after?: Pick<Segment, 'seq' | 'startMs'> | undefined;
}
