/**
 * Statistics of a channel. Keys:
 *
 * | item                            | pk                        | sk                 | gsi1pk           |
 * |---------------------------------|---------------------------|--------------------|------------------|
 * | figures of a day (UTC)          | `STATISTICS#<channel id>` | `DAY#<date>`       |                  |
 * | figures of a broadcast          | `STATISTICS#<channel id>` | `LIVE#<start>`     |                  |
 * | counted totals of a video       | `STATISTICS#<channel id>` | `VIDEO#<video id>` |                  |
 * | who may read them               | `STATISTICS#<channel id>` | `SETTINGS`         |                  |
 * | hours that are to be summed up  | `STATISTICS#<channel id>` | `DUE`              | `STATISTICS_DUE` |
 *
 * Arrivals are spread over the shards of what was watched, so that a crowd does not write one item:
 *
 * | item                            | pk                        | sk                        |
 * |---------------------------------|---------------------------|---------------------------|
 * | viewers by source and language  | `ARRIVALS#<id>#<shard>`   | `LIVE#<start>` or `VIDEO` |
 * | that a viewer is among them     | `ARRIVALS#<id>#<shard>`   | `VIEWER#<when>#<viewer>`  |
 *
 * A broadcast's start is when its first picture was public, in ms. Figures of hours are attributes `h<hour>`, which the tick
 * replaces by the sums of the hour's points (`presence/audience.repository.ts`), so that a repeated or late one is right.
 * All but the settings expire.
 */
import { DAY_MS } from '#shared/plain/time.ts';
import type { DueQueue } from '#functions/aws/table/due-queue.ts';

/** Two years for a comparison, and some weeks. */
export const STATISTICS_KEPT_MS = 800 * DAY_MS;

const START_DIGITS = 14;

export const statisticsPartition = (channelId: string): string => `STATISTICS#${channelId}`;

const keyIn = (channelId: string, sk: string) => ({ pk: statisticsPartition(channelId), sk });

export const DAY_PREFIX = 'DAY#';
export const dayKey = (channelId: string, date: string) => keyIn(channelId, DAY_PREFIX + date);

export const LIVE_PREFIX = 'LIVE#';
/** A start in ms, as keys contain it. */
export const startText = (startMs: number): string => String(startMs).padStart(START_DIGITS, '0');
export const broadcastKey = (channelId: string, startMs: number) =>
  keyIn(channelId, LIVE_PREFIX + startText(startMs));

export const videoTotalsKey = (channelId: string, videoId: string) => keyIn(channelId, `VIDEO#${videoId}`);
export const settingsKey = (channelId: string) => keyIn(channelId, 'SETTINGS');
export const dueKey = (channelId: string) => keyIn(channelId, 'DUE');

const ARRIVALS_SHARDS = 16;
/** Of a channel, for its broadcasts, or of a video. */
export const arrivalsPartitions = (id: string): string[] =>
  Array.from({ length: ARRIVALS_SHARDS }, (_, shard) => `ARRIVALS#${id}#${shard}`);

export const VIDEO_ARRIVALS = 'VIDEO';
export const liveArrivals = (startMs: number): string => LIVE_PREFIX + startText(startMs);

export const STATISTICS_DUE: DueQueue = { partition: 'STATISTICS_DUE', index: 'gsi1' };

/** The sums of an hour, or of a part of one. */
export type HourTuple = readonly [minutes: number, viewerMinutes: number, peak: number, messages: number];

/** Of a broadcast, with the channel's followers at its first and its last minute of the hour. */
export type BroadcastHourTuple = readonly [...HourTuple, firstFollowers: number, lastFollowers: number];

/** The attribute of an hour of the day, or of one since 1970. */
export const hourAttribute = (hour: number): string => `h${hour}`;

export interface DayItem extends Readonly<Record<string, unknown>> {
  readonly sk: string;
  /** The channel's number before the day's first change of it, and after the last one. */
  readonly followers_before?: number;
  readonly followers?: number;
  readonly video_views?: number;
  readonly video_watched_s?: number;
}

export interface BroadcastItem extends Readonly<Record<string, unknown>> {
  readonly sk: string;
  readonly title: string;
  /** Of the last minute that was counted, in ms since 1970. */
  readonly last_at_ms: number;
}

export interface VideoTotalsItem {
  readonly views: number;
  /** Hundredths of the video that viewers have played. */
  readonly steps: number;
}

export interface SettingsItem {
  readonly for_moderators?: boolean;
}

export interface DueItem {
  readonly pk: string;
  readonly sk: string;
  /** The first minute that is not summed up. */
  readonly from_ms: number;
  /** Counts the notes, so that a later one is not lost. */
  readonly notes: number;
}
