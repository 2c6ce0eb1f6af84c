import { VIDEO_STEPS } from '#shared/limits.ts';
import { getItem } from '#functions/aws/table/get-item.ts';
import { getMany } from '#functions/aws/table/read-items.ts';
import type { Table } from '#functions/aws/table/table.ts';
import { ABSENT, addition, assignment, deleteItem, transact } from '#functions/aws/table/write-items.ts';
import { dayOf } from '#functions/base/day.ts';
import { seconds } from '#functions/base/seconds.ts';
import {
  arrivalsPartitions,
  dayKey,
  STATISTICS_KEPT_MS,
  VIDEO_ARRIVALS,
  videoTotalsKey,
  type VideoTotalsItem,
} from './statistics.item.ts';

/** Of the counter of a video (`counters/`). */
export interface VideoTotals {
  readonly views: number;
  readonly steps: number;
}

interface CountedVideo {
  readonly id: string;
  readonly channelId: string;
  readonly durationS: number;
  /** ISO 8601. */
  readonly createdAt: string;
}

/**
 * Adds what a video's counter has gained since the last call to the figures of the day. A repeated call adds nothing; of
 * calls at once one adds. What was counted before the first call belongs to earlier days, unless the video is of this day.
 */
export async function noteVideo(
  table: Table,
  { id, channelId, durationS, createdAt }: CountedVideo,
  { views, steps }: VideoTotals,
  nowMs: number,
): Promise<void> {
  const key = videoTotalsKey(channelId, id);
  const item = await getItem<VideoTotalsItem>(table, key);
  const isNew = dayOf(Date.parse(createdAt)) === dayOf(nowMs);
  const before = item ?? (isNew ? { views: 0, steps: 0 } : { views, steps });
  const isUnchanged = item
    ? {
        if: '#views = :before AND steps = :stepsBefore',
        values: { ':before': item.views, ':stepsBefore': item.steps },
      }
    : ABSENT;
  const expires_at = seconds(nowMs + STATISTICS_KEPT_MS);
  const gained = {
    video_views: views - before.views,
    video_watched_s: ((steps - before.steps) * durationS) / VIDEO_STEPS,
  };
  if (item && gained.video_views === 0 && gained.video_watched_s === 0) return;
  await transact(table, [
    { Update: assignment(table, key, { views, steps, expires_at }, isUnchanged) },
    { Update: addition(table, dayKey(channelId, dayOf(nowMs)), gained, {}, { expires_at }) },
  ]);
}

/**
 * Deletes what was counted of a deleted video; its figures stay in those of the days, and marks expire. Reads first, so that
 * a deletion that is interrupted at each write goes on.
 */
export async function removeVideoStatistics(table: Table, channelId: string, videoId: string): Promise<void> {
  const arrivals = arrivalsPartitions(videoId).map((pk) => ({ pk, sk: VIDEO_ARRIVALS }));
  const items = await getMany<{ readonly pk: string; readonly sk: string }>(table, [
    videoTotalsKey(channelId, videoId),
    ...arrivals,
  ]);
  await Promise.all(items.map(({ pk, sk }) => deleteItem(table, { pk, sk })));
}
