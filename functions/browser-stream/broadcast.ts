/** A broadcast from the camera as the services know it. Times are ms since 1970 unless they are of the timeline. */
import type { EndedBy, Way } from '../../shared/live/browser-stream.ts';
import type { Alignment } from './media/compatible/cutter.ts';
import type { EarlierSegments, PlaylistSegment } from './window-playlist.ts';
import type { Timeline, Window } from './media/compatible/timeline.ts';

export interface Broadcast {
  readonly id: string;
  readonly channelId: string;
  /** The recorder's own name of it, by which a repeated start is known. */
  readonly recordingId?: string;
  readonly title: string;
  readonly category: string;
  readonly tags: readonly string[];
  readonly way: Way;
  /** Whether its owner wants a replay. */
  readonly keepsReplay: boolean;
  /**
   * `live`: on the air. `finishing`: it has ended, and what came last is being made ready. `ended`: its replay is
   * whole as far as is known; chunks that come later make it `finishing` once more.
   */
  readonly state: 'live' | 'finishing' | 'ended';
  readonly startedAtMs: number;
  readonly end?: BroadcastEnd;
  /** EXT-X-TARGETDURATION of its playlist, which must not change while it lasts. */
  readonly targetDurationS: number;
  /** The least length of its windows, as the load allowed when it was looked at last. */
  readonly windowMs: number;
  /** How many chunks are stored, as rows tell; missing before it was stored itself. */
  readonly storedChunks?: number;
  /** When the latest chunk came; missing before the first. */
  readonly lastChunkAtMs?: number;
  /** How many segments are stored of a direct one; missing before the first. */
  readonly storedSegments?: number;
  /** Missing before the first, and maybe out of date, as it says itself. */
  readonly newestSegment?: NewestSegment;
  /** A segment with a small rendition, about the latest; missing where there was none. */
  readonly smallSeq?: number;
  /** What live playlists of a direct one leave out by now. */
  readonly segmentCheckpoint?: SegmentCheckpoint;
  /** A direct one that goes on the compatible way. */
  readonly wayChange?: WayChange;
  /** What live playlists leave out by now. */
  readonly checkpoint?: Checkpoint;
  /** What was cut once more for the replay. */
  readonly repair?: RepairPlan;
  readonly replay?: ReplayFacts;
  /** It has ended, and its ladder is yet to be made. */
  readonly awaitsLadder?: boolean;
}

/** What its owner may change of it while it is live; what is left out stays. */
export type BroadcastChange = {
  readonly [P in 'title' | 'category' | 'tags' | 'keepsReplay']?: Broadcast[P] | undefined;
};

export interface BroadcastEnd {
  readonly atMs: number;
  readonly by: EndedBy;
  /** How many chunks were recorded; missing where nobody told. */
  readonly chunkCount?: number;
}

export interface ReplayFacts {
  /** Missing where there was nothing to show. */
  readonly videoId?: string;
  readonly durationS: number;
  /** How many chunks were stored when it was made; when there are more, it is made again. */
  readonly chunks: number;
  /** The same of segments. */
  readonly segments?: number;
}

/** The films that the ladder of a replay is made of, as far as they are written. */
export interface FilmsWork {
  /** Of how many segments they are made. */
  readonly segments: number;
  /** Until then somebody writes them. */
  readonly dueMs: number;
  /** Counts its changes. */
  readonly version: number;
  /** In their order; those that were begun. */
  readonly films: readonly { readonly uploadId: string; readonly isWhole: boolean }[];
}

/** Where a direct broadcast goes on with chunks, as its recorder can make no more segments. Fixed by the first one. */
export interface WayChange {
  /** The beginning of the chunks' own clock, on the broadcast's. */
  readonly fromMs: number;
  readonly atMs: number;
}

/** The beginning of a long broadcast's playlist, which live viewers no longer get: the segments before a window. */
export interface Checkpoint extends EarlierSegments {
  /** The first window that is still read. */
  readonly fromNumber: number;
}

/** What viewers can get of a segment: a file, or a part of one, with the header that it needs. Names are of the folder. */
export interface SegmentRendition {
  readonly uri: string;
  readonly initUri: string;
  /** Where it begins in its file, where there is more in that. */
  readonly offsetBytes?: number;
  readonly sizeBytes: number;
  /** RFC 6381. */
  readonly codecs: string;
  /** None of sound alone. */
  readonly picture?: { readonly width: number; readonly height: number; readonly framesPerSecond: number };
}

/** A stored segment of a direct broadcast. It never changes. */
export interface Segment {
  /** From 0. */
  readonly seq: number;
  readonly arrivedAtMs: number;
  /** On the recording's clock, whose zero is about the broadcast's start. */
  readonly startMs: number;
  readonly endMs: number;
  readonly main: SegmentRendition;
  /** Where the recorder sends one. */
  readonly small?: SegmentRendition;
  /** The sound of main, alone. */
  readonly sound: SegmentRendition;
}

/** The stored segments next to a number, and the one of that number. */
export interface SegmentNeighbours {
  readonly before?: Pick<Segment, 'seq' | 'endMs'> | undefined;
  readonly same?: Segment | undefined;
  readonly after?: Pick<Segment, 'seq' | 'startMs'> | undefined;
}

/**
 * The segment behind which there was none when so many were stored, itself included. Where there are still as many, that
 * is still so: a write of another one counts them up.
 */
export interface NewestSegment {
  readonly seq: number;
  readonly endMs: number;
  readonly count: number;
}

/** The beginning of a direct broadcast's playlists, which live viewers no longer get: what was listed before a segment. */
export interface SegmentCheckpoint {
  /** The first segment that is still read. */
  readonly fromSeq: number;
  readonly segments: number;
  /** How many of them follow a discontinuity. */
  readonly breaks: number;
  /** The last of them. */
  readonly last: Segment;
}

export interface RepairPlan {
  /** Counts from 1; part of the ids of its windows. */
  readonly generation: number;
  /** How many chunks were stored when it was planned. */
  readonly chunks: number;
  readonly parts: readonly {
    readonly fromMs: number;
    readonly untilMs?: number;
    readonly windowIds: readonly string[];
  }[];
}

/** `live-000012`, or `repair-01-000003` for what is cut once more. Sorts by number. */
export type WindowId = string;

/** A number as a part of keys and names, which sort by it. */
export const digits = (value: number, length = 6): string => String(value).padStart(length, '0');

export const liveWindowId = (number: number): WindowId => `live-${digits(number)}`;
export const repairWindowId = (generation: number, number: number): WindowId =>
  `repair-${digits(generation, 2)}-${digits(number)}`;

/** A window to be cut, as it was claimed. It never changes. */
export interface Plan {
  readonly id: WindowId;
  readonly window: Window;
}

/** The transcoding of one window; it is there until its window is ready or has failed. */
export interface WindowJob extends Plan {
  /** Counts from 1; an attempt's files and its job carry it. 0: none was begun. */
  readonly attempt: number;
  /** Until then it is somebody's; then whoever looks submits it, or asks what has become of it. */
  readonly dueMs: number;
  /** Of the attempt, as MediaConvert knows it. */
  readonly jobId?: string;
  /** When MediaConvert took the attempt's job. */
  readonly takenAtMs?: number;
  /** When the last chunk of the live window was stored. */
  readonly storedAtMs?: number;
  /** Of the attempt's file. */
  readonly alignment?: Alignment;
}

/** What a window has become. */
export interface WindowRow {
  readonly id: WindowId;
  readonly number: number;
  /** On the timeline. */
  readonly startMs: number;
  readonly state: 'waiting' | 'ready' | 'late' | 'failed';
  /** When it became ready, on the wall clock. */
  readonly readyAtMs?: number;
  /** With names of files in the broadcast's folder in place of addresses. */
  readonly segments: readonly PlaylistSegment[];
}

export interface StoredTimeline {
  readonly timeline: Timeline;
  /** Counts its changes; whoever replaces it must know it. 0: nothing is stored yet. */
  readonly version: number;
  /** True once the last window was planned. */
  readonly isEnd: boolean;
}

export interface StoredChunk {
  readonly seq: number;
  readonly sizeBytes: number;
  readonly arrivedAtMs: number;
}

/** Whose and which broadcast's files they are. */
export type BroadcastKey = Pick<Broadcast, 'id' | 'channelId'>;

/** The beginning of the keys of a broadcast's files in the media bucket, and of their addresses after a slash. */
export const broadcastFilesPrefix = ({ channelId, id }: BroadcastKey): string =>
  `media/videos/${channelId}/${id}/`;

/** Where viewers find a broadcast while it lasts; it is the `video_url` of a channel that shows it. */
export const livePlaylistUrl = (broadcastId: string): string =>
  `/api/browser-stream/${broadcastId}/live.m3u8`;
