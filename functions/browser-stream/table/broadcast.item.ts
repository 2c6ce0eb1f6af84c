/**
 * Broadcasts from the camera, as the table holds them. Keys:
 *
 * | item                        | pk              | sk                    | gsi1pk              | gsi1sk |
 * |-----------------------------|-----------------|-----------------------|---------------------|--------|
 * | broadcast                   | `CAMERA#<id>`   | `BROADCAST`           |                     |        |
 * | that there is work on it    | `CAMERA#<id>`   | `ACTIVE`              | `CAMERA_BROADCASTS` | `<id>` |
 * | timeline of its chunks      | `CAMERA#<id>`   | `TIMELINE`            |                     |        |
 * | stored chunk                | `CAMERA#<id>`   | `CHUNK#<number>`      |                     |        |
 * | stored segment              | `CAMERA#<id>`   | `SEGMENT#<number>`    |                     |        |
 * | times of unnumbered chunks  | `CAMERA#<id>`   | `NAMES`               |                     |        |
 * | window as it was planned    | `CAMERA#<id>`   | `PLAN#<window id>`    |                     |        |
 * | open transcoding            | `CAMERA#<id>`   | `JOB#<window id>`     |                     |        |
 * | many of them, not expanded  | `CAMERA#<id>`   | `JOBS#<window id>`    |                     |        |
 * | result of a window          | `CAMERA#<id>`   | `WINDOW#<window id>`  |                     |        |
 * | a channel's latest          | `CHANNEL#<id>`  | `CAMERA`              |                     |        |
 * | starts in a day             | `CHANNEL#<id>`  | `CAMERA_DAY#<date>`   |                     |        |
 * | one of a channel's          | `CHANNEL#<id>`  | `CAMERA_BROADCAST#<broadcast id>` |         |        |
 * | slot of a broadcast         | `CAMERA_SLOTS` | `<id>`                |                     |        |
 * | films for a ladder          | `CAMERA#<id>`   | `FILMS`               |                     |        |
 * | caption                     | `CAMERA#<id>`   | `CAPTION#<time>#<caption id>` |             |        |
 *
 * A broadcast is active from its start until its replay contains every chunk, and for a direct one until its transcoding
 * has started. All active ones share one partition of the index, which takes 1,000 units a second; so their entry is an
 * item of its own, because every segment changes the broadcast and would write to that partition. Numbers have six digits, so that they sort. Items that are needed only
 * while the broadcast is active expire after three days, the others after thirty; nothing depends on the exact time.
 */
import { DAY_S } from '#shared/plain/time.ts';
import { dayOf } from '#functions/base/day.ts';
import type { EndedBy, Way } from '#shared/live/browser-stream.ts';
import {
  digits,
  type Broadcast,
  type BroadcastEnd,
  type Checkpoint,
  type NewestSegment,
  type RepairPlan,
  type ReplayFacts,
  type SegmentCheckpoint,
} from '../broadcast.ts';
import type { RecordingStart } from '../media/compatible/webm/reader.ts';
import { seconds } from '#functions/base/seconds.ts';

export interface BroadcastItem {
  readonly id: string;
  readonly channel_id: string;
  readonly recording_id?: string;
  readonly title: string;
  readonly category: string;
  readonly tags: readonly string[];
  /** Absent: compatible. */
  readonly way?: Way;
  /** Absent: true. */
  readonly keep_replay?: boolean;
  readonly started_at_ms: number;
  readonly ended_at_ms?: number;
  readonly ended_by?: EndedBy;
  /** The channel's followers at its start, and at its end. */
  readonly followers_before?: number;
  readonly followers_after?: number;
  readonly viewers_after?: number;
  readonly chunk_count?: number;
  readonly chunks: number;
  readonly heard_at_ms?: number;
  readonly segment_count?: number;
  /** As JSON. */
  readonly newest_segment?: string;
  readonly small_seq?: number;
  /** As JSON. */
  readonly segment_checkpoint?: string;
  /** Set by the first segment; takes precedence over the value from the start. */
  readonly segment_target_s?: number;
  readonly target_duration_s: number;
  readonly window_ms: number;
  /** The time on the broadcast's clock from which chunks continue it, and when that was decided. */
  readonly compatible_from_ms?: number;
  readonly compatible_at_ms?: number;
  /** When a page last continued the broadcast of an earlier one, and how many have. */
  readonly resumed_at_ms?: number;
  readonly sessions?: number;
  /** As JSON. */
  readonly recordings?: string;
  /** As JSON; `checkpoint_from` is its window. */
  readonly checkpoint?: string;
  readonly checkpoint_from?: number;
  /** As JSON; `repair_generation` is its number. */
  readonly repair?: string;
  readonly repair_generation?: number;
  readonly video_id?: string;
  readonly replay_duration_s?: number;
  /** The numbers of chunks and segments in the replay. */
  readonly replay_chunks?: number;
  readonly replay_segments?: number;
  /** BCP 47. */
  readonly captions_language?: string;
  /** Captions are off. */
  readonly captions_off?: true;
  /** The owner is suspended. */
  readonly is_withheld?: true;
  /** The item `ACTIVE` exists. */
  readonly is_active?: true;
  /** Of a broadcast that began before `ACTIVE` was an item: it is in the index itself. */
  readonly gsi1pk?: string;
}

export const ACTIVE_PARTITION = 'CAMERA_BROADCASTS';

export const workExpiresAt = (nowMs: number): number => seconds(nowMs) + 3 * DAY_S;
const broadcastExpiresAt = (startedAtMs: number): number => seconds(startedAtMs) + 30 * DAY_S;

export const broadcastPartition = (id: string): string => `CAMERA#${id}`;
export const broadcastKey = (id: string) => ({ pk: broadcastPartition(id), sk: 'BROADCAST' });
export const timelineKey = (id: string) => ({ pk: broadcastPartition(id), sk: 'TIMELINE' });
export const chunkSortKey = (seq: number): string => `CHUNK#${digits(seq)}`;
export const segmentSortKey = (seq: number): string => `SEGMENT#${digits(seq)}`;
export const namesKey = (id: string) => ({ pk: broadcastPartition(id), sk: 'NAMES' });
export const latestKey = (channelId: string) => ({ pk: `CHANNEL#${channelId}`, sk: 'CAMERA' });
/** One item per broadcast of a channel, which expires together with the broadcast. */
export const ofChannelPrefix = 'CAMERA_BROADCAST#';
export const ofChannelItem = ({ id, channelId, startedAtMs }: Broadcast) => ({
  pk: `CHANNEL#${channelId}`,
  sk: ofChannelPrefix + id,
  broadcast_id: id,
  expires_at: broadcastExpiresAt(startedAtMs),
});
/** The count of a day (UTC), the one that contains `atMs`. */
export const dayKey = (channelId: string, atMs: number) => ({
  pk: `CHANNEL#${channelId}`,
  sk: `CAMERA_DAY#${dayOf(atMs)}`,
});
export const filmsKey = (id: string) => ({ pk: broadcastPartition(id), sk: 'FILMS' });
export const SLOTS_PARTITION = 'CAMERA_SLOTS';
export const slotKey = (id: string) => ({ pk: SLOTS_PARTITION, sk: id });

export const activeKey = (id: string) => ({ pk: broadcastPartition(id), sk: 'ACTIVE' });
export const activeItem = (id: string, nowMs: number) => ({
  ...activeKey(id),
  gsi1pk: ACTIVE_PARTITION,
  gsi1sk: id,
  expires_at: broadcastExpiresAt(nowMs),
});

export const newBroadcastItem = (broadcast: Broadcast) => ({
  ...broadcastKey(broadcast.id),
  expires_at: broadcastExpiresAt(broadcast.startedAtMs),
  ...({
    id: broadcast.id,
    channel_id: broadcast.channelId,
    ...(broadcast.recordingId && { recording_id: broadcast.recordingId }),
    title: broadcast.title,
    category: broadcast.category,
    tags: broadcast.tags,
    way: broadcast.way,
    keep_replay: broadcast.keepsReplay,
    started_at_ms: broadcast.startedAtMs,
    chunks: 0,
    target_duration_s: broadcast.targetDurationS,
    window_ms: broadcast.windowMs,
    is_active: true,
  } satisfies BroadcastItem),
});

export function toBroadcast(item: BroadcastItem): Broadcast {
  const end = endOf(item);
  const { compatible_from_ms: fromMs, compatible_at_ms: atMs, resumed_at_ms: resumedAtMs } = item;
  const replay = replayOf(item);
  return {
    id: item.id,
    channelId: item.channel_id,
    ...(item.recording_id && { recordingId: item.recording_id }),
    title: item.title,
    category: item.category,
    tags: item.tags,
    way: item.way ?? 'compatible',
    keepsReplay: item.keep_replay ?? true,
    state: stateOf(item),
    startedAtMs: item.started_at_ms,
    ...(end && { end }),
    ...newFollowersOf(item),
    ...(item.viewers_after !== undefined && { lastViewers: item.viewers_after }),
    targetDurationS: item.segment_target_s ?? item.target_duration_s,
    windowMs: item.window_ms,
    storedChunks: item.chunks,
    ...(item.heard_at_ms !== undefined && { lastChunkAtMs: item.heard_at_ms }),
    ...(item.segment_count !== undefined && { storedSegments: item.segment_count }),
    ...(item.newest_segment && { newestSegment: JSON.parse(item.newest_segment) as NewestSegment }),
    ...(item.small_seq !== undefined && { smallSeq: item.small_seq }),
    ...(item.segment_checkpoint && {
      segmentCheckpoint: JSON.parse(item.segment_checkpoint) as SegmentCheckpoint,
    }),
    ...(fromMs !== undefined && atMs !== undefined && { wayChange: { fromMs, atMs } }),
    ...(item.recordings && { recordings: JSON.parse(item.recordings) as RecordingStart[] }),
    ...(resumedAtMs && { resumedAtMs }),
    ...(item.checkpoint && { checkpoint: JSON.parse(item.checkpoint) as Checkpoint }),
    ...(item.repair && { repair: JSON.parse(item.repair) as RepairPlan }),
    ...(replay && { replay }),
    ...captionsOf(item),
    ...(item.is_withheld && { isWithheld: true }),
    ...(item.way === 'direct' && replay && (item.is_active ?? item.gsi1pk) && { awaitsLadder: true }),
  };
}

const newFollowersOf = ({
  followers_before: before,
  followers_after: after,
}: BroadcastItem): Pick<Broadcast, 'newFollowers'> =>
  before === undefined || after === undefined ? {} : { newFollowers: Math.max(0, after - before) };

function captionsOf({
  captions_language: language,
  captions_off: isOff,
}: BroadcastItem): Pick<Broadcast, 'captionsLanguage' | 'captionsOff'> {
  if (isOff) return { captionsOff: language === undefined ? {} : { language } };
  return language === undefined ? {} : { captionsLanguage: language };
}

/** Derived from the counts, so that storing a late chunk need not change the state. */
function stateOf({ ended_at_ms, chunks, segment_count = 0, ...item }: BroadcastItem): Broadcast['state'] {
  if (ended_at_ms === undefined) return 'live';
  const { replay_chunks = -1, replay_segments = 0 } = item;
  return replay_chunks >= chunks && replay_segments >= segment_count ? 'ended' : 'finishing';
}

function endOf({ ended_at_ms: atMs, ended_by: by, chunk_count }: BroadcastItem): BroadcastEnd | undefined {
  if (atMs === undefined || by === undefined) return undefined;
  return { atMs, by, ...(chunk_count !== undefined && { chunkCount: chunk_count }) };
}

function replayOf(item: BroadcastItem): ReplayFacts | undefined {
  const { video_id: videoId, replay_duration_s: durationS, replay_chunks: chunks } = item;
  if (durationS === undefined || chunks === undefined) return undefined;
  const { replay_segments: segments } = item;
  return { ...(videoId && { videoId }), durationS, chunks, ...(segments !== undefined && { segments }) };
}
