/** A broadcast from the camera. Times are in ms since 1970 unless they belong to the timeline. */
import type { EndedBy, Way } from '#shared/live/browser-stream.ts';
import { ULID } from '#shared/plain/ulid.ts';
import type { Alignment } from './media/compatible/cutter.ts';
import type { EarlierSegments, PlaylistWindow, Span } from './window-playlist.ts';
import type { Timeline, Window } from './media/compatible/timeline.ts';
import type { RecordingStart } from './media/compatible/webm/reader.ts';

export interface Broadcast {
  readonly id: string;
  readonly channelId: string;
  /** The recorder's own id of it, by which a repeated start is recognised. */
  readonly recordingId?: string;
  readonly title: string;
  readonly category: string;
  readonly tags: readonly string[];
  readonly way: Way;
  readonly keepsReplay: boolean;
  /** `finishing`: its last part is being processed, also after late chunks. `ended`: the replay is complete. */
  readonly state: 'live' | 'finishing' | 'ended';
  readonly startedAtMs: number;
  readonly end?: BroadcastEnd;
  /** How many more followers the channel had at its end than at its start; missing until then. */
  readonly newFollowers?: number;
  /** The channel's viewers at its end; missing until then. */
  readonly lastViewers?: number;
  /** EXT-X-TARGETDURATION of its playlist, which must not change while it lasts. */
  readonly targetDurationS: number;
  /** The minimum length of its windows, as the load allowed when it was last checked. */
  readonly windowMs: number;
  /** Missing until the broadcast itself is stored. */
  readonly storedChunks?: number;
  readonly lastChunkAtMs?: number;
  readonly storedSegments?: number;
  /** May be out of date, which its `count` shows. */
  readonly newestSegment?: NewestSegment;
  /** The number of a recent segment with a small rendition; missing if there was none. */
  readonly smallSeq?: number;
  readonly segmentCheckpoint?: SegmentCheckpoint;
  readonly wayChange?: WayChange;
  /** Where pages that continued a compatible broadcast began to record, in order; missing if none has. */
  readonly recordings?: readonly RecordingStart[];
  /** When a page last continued it after an earlier one had closed. */
  readonly resumedAtMs?: number;
  readonly checkpoint?: Checkpoint;
  readonly repair?: RepairPlan;
  readonly replay?: ReplayFacts;
  /** It has ended, and the renditions of its replay are still to be made. */
  readonly awaitsLadder?: boolean;
  /** BCP 47; missing if it has no captions, or they are off. */
  readonly captionsLanguage?: string;
  /** Its captions were turned off; `language` is the one that they had, if any. */
  readonly captionsOff?: { readonly language?: string };
  /** The owner is suspended: it has no live playlist. */
  readonly isWithheld?: boolean;
}

/** Fields that the owner may change while it is live; absent fields stay. */
export type BroadcastChange = {
  readonly [P in 'title' | 'category' | 'tags' | 'keepsReplay']?: Broadcast[P] | undefined;
};

export interface BroadcastEnd {
  readonly atMs: number;
  readonly by: EndedBy;
  /** The number of recorded chunks; missing if the recorder did not report it. */
  readonly chunkCount?: number;
}

export interface ReplayFacts {
  readonly videoId?: string;
  readonly durationS: number;
  /** The number of chunks stored when the replay was made; with more of them, it is made again. */
  readonly chunks: number;
  readonly segments?: number;
}

/** The progress of the films from which the renditions of a replay are transcoded. */
export interface FilmsWork {
  readonly segments: number;
  /** How many recordings of the broadcast films were begun for, this one included. @default 0 */
  readonly recordings?: number;
  /** Until then one process writes them, and others must not. */
  readonly dueMs: number;
  readonly version: number;
  /** In their order; only those that were started. */
  readonly films: readonly { readonly uploadId: string; readonly isWhole: boolean }[];
}

/** Where a direct broadcast continues with chunks, because its recorder can make no more segments. */
export interface WayChange {
  /** The zero of the chunks' clock, on the broadcast's clock. */
  readonly fromMs: number;
  readonly atMs: number;
}

/** The part of a long broadcast before a window, which live playlists no longer list. */
export interface Checkpoint extends EarlierSegments {
  /** The first window that playlists still read. */
  readonly fromNumber: number;
}

/** A rendition of a segment: a file or a part of one, with its header. Names are relative to the broadcast's folder. */
export interface SegmentRendition {
  readonly uri: string;
  readonly initUri: string;
  /** Where it begins in its file, if the file contains more than this rendition. */
  readonly offsetBytes?: number;
  readonly sizeBytes: number;
  /** RFC 6381. */
  readonly codecs: string;
  /** Missing for sound only. */
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
  readonly small?: SegmentRendition;
  readonly sound: SegmentRendition;
}

export interface SegmentNeighbours {
  readonly before?: Pick<Segment, 'seq' | 'endMs'> | undefined;
  readonly same?: Segment | undefined;
  readonly after?: Pick<Segment, 'seq' | 'startMs'> | undefined;
}

/** The last segment when `count` segments were stored. It still is the last one while the count is unchanged. */
export interface NewestSegment {
  readonly seq: number;
  readonly endMs: number;
  readonly count: number;
}

/** The part of a direct broadcast before a segment, which live playlists no longer list. */
export interface SegmentCheckpoint {
  /** The first segment that playlists still read. */
  readonly fromSeq: number;
  readonly segments: number;
  readonly breaks: number;
  readonly last: Segment;
}

export interface RepairPlan {
  /** Counts from 1; part of the ids of its windows. */
  readonly generation: number;
  /** The number of chunks stored when it was planned. */
  readonly chunks: number;
  readonly parts: readonly (Span & { readonly windowIds: readonly string[] })[];
}

/** `live-000012`, or `repair-01-000003` for a window that is cut again. Sorts by number. */
export type WindowId = string;

/** A number with leading zeros, so that keys and names sort by it. */
export const digits = (value: number, length = 6): string => String(value).padStart(length, '0');

/** The second at which a slot of a broadcast begins, as pictures are named by it. */
export const slotDigits = (sinceStartMs: number, slotS: number): string =>
  digits(Math.floor(sinceStartMs / 1000 / slotS) * slotS);

export const liveWindowId = (number: number): WindowId => `live-${digits(number)}`;
export const repairWindowId = (generation: number, number: number): WindowId =>
  `repair-${digits(generation, 2)}-${digits(number)}`;

/** A window to be cut. It never changes. */
export interface Plan {
  readonly id: WindowId;
  readonly window: Window;
}

/** The transcoding of one window; deleted when the window is ready or has failed. */
export interface WindowJob extends Plan {
  /** Counts from 1, and is part of the names of an attempt's files. 0: not started. */
  readonly attempt: number;
  /** The lease of the process that handles it. After that, any process may submit it or query its job. */
  readonly dueMs: number;
  readonly jobId?: string;
  /** When MediaConvert accepted the attempt's job. */
  readonly takenAtMs?: number;
  /** When the last chunk of the live window was stored. */
  readonly storedAtMs?: number;
  readonly alignment?: Alignment;
}

/** The result of a window, with file names relative to the broadcast's folder. */
export interface WindowRow extends PlaylistWindow {
  readonly id: WindowId;
  readonly number: number;
  readonly readyAtMs?: number;
}

export interface StoredTimeline {
  readonly timeline: Timeline;
  /** Counts its changes, for optimistic locking. 0: not stored yet. */
  readonly version: number;
  readonly isEnd: boolean;
}

export interface StoredChunk {
  readonly seq: number;
  readonly sizeBytes: number;
  readonly arrivedAtMs: number;
  /** Missing for the first recording of the broadcast. */
  readonly recording?: RecordingStart;
}

export type BroadcastKey = Pick<Broadcast, 'id' | 'channelId'>;

/** The prefix of a broadcast's keys in the media bucket, and of their URLs after a slash. */
export const broadcastFilesPrefix = ({ channelId, id }: BroadcastKey): string =>
  `media/videos/${channelId}/${id}/`;

/** The URL of the live playlist; it is the `video_url` of a channel that shows the broadcast. */
export const livePlaylistUrl = (broadcastId: string): string =>
  `/api/browser-stream/${broadcastId}/live.m3u8`;

const LIVE_PLAYLIST = new RegExp(`^/api/browser-stream/(${ULID})/live\\.m3u8$`);

/** The broadcast of a live playlist; `null` for other URLs. */
export const broadcastOfPlaylist = (url: string): string | null => LIVE_PLAYLIST.exec(url)?.[1] ?? null;
