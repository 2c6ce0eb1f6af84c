/** The writes that make up one change of a video. */
import type { Table, Write } from '../../aws/table/table.ts';
import { addition } from '../../aws/table/write-expressions.ts';
import { type Share, shareWrites } from '../../channels/index.ts';
import { differences, versionedUpdate } from '../../aws/table/item-change.ts';
import { noticeRemoval, noticeWrite, videoNoticeId, videoPublished } from '../../news/index.ts';
import { siteVideosKey, videoCountKey, videoKey, videoLists, type VideoItem } from './video.item.ts';
import { isListed } from '../visibility.ts';
import type { StoredVideo } from './video.place.ts';

/** Writes what differs, or takes the video away, if it is still the one that was read. */
export const itemWrite = (table: Table, before: StoredVideo, after: StoredVideo | undefined): Write =>
  after
    ? { Update: versionedUpdate(table, videoKey(before.id), before.version, differences(before, after)) }
    : { Delete: videoDelete(table, before) };

const videoDelete = ({ TableName }: Table, { id, version }: StoredVideo) => ({
  TableName,
  Key: videoKey(id),
  ConditionExpression: 'version = :known',
  ExpressionAttributeValues: { ':known': version },
});

/** What a video adds to its channel's numbers; `ready` are those that everybody sees. */
const shareOf = (video: VideoItem | undefined) => ({
  total: video ? 1 : 0,
  ready: video && isListed(video) ? 1 : 0,
  processing: video?.status === 'processing' ? 1 : 0,
});

/** `maxProcessing` is how many videos of the channel may be processing, the one that comes included. */
export function countWrites(
  table: Table,
  before: VideoItem | undefined,
  after: VideoItem | undefined,
  maxProcessing?: number,
): Write[] {
  const [taken, given] = [shareOf(before), shareOf(after)];
  const total = given.total - taken.total;
  const ready = given.ready - taken.ready;
  const processing = given.processing - taken.processing;
  if (total === 0 && ready === 0 && processing === 0) return [];
  const hasRoom = 'attribute_not_exists(processing) OR processing < :max';
  const condition = maxProcessing === undefined ? {} : { if: hasRoom, values: { ':max': maxProcessing } };
  const key = videoCountKey((after ?? before)!.channel_id);
  return [{ Update: addition(table, key, { total, ready, processing }, condition) }];
}

/** Counts the video among the public ones of the site and of its category, where it is one: by the places that it has. */
export function publicWrites(
  table: Table,
  before: StoredVideo | undefined,
  after: StoredVideo | undefined,
): Write[] {
  const change = Number(after?.gsi3pk !== undefined) - Number(before?.gsi3pk !== undefined);
  const counted = change === 0 ? [] : [{ Update: addition(table, siteVideosKey, { public: change }) }];
  return [...counted, ...shareWrites(table, shareIn(before), shareIn(after))];
}

/**
 * With what is noted the first time that everybody finds the video. One that was ready before, and is made public only
 * now, is new now: in the lists, feeds and sitemaps it stands by this time.
 */
export function markAnnounced<V extends VideoItem>(video: V, before?: StoredVideo): V {
  if (!isListed(video) || video.is_told) return video;
  const isLate = before?.status === 'ready' && before.gsi3pk === undefined;
  return { ...video, is_told: true, ...(isLate && { listed_at: new Date().toISOString() }) };
}

/** The first time that everybody finds a video, its channel's followers hear of it; unless it is from before there was news. */
export function tellWrites(
  table: Table,
  before: StoredVideo | undefined,
  after: StoredVideo | undefined,
): Write[] {
  if (!after) return before?.is_told ? [noticeRemoval(table, videoNoticeId(before.id))] : [];
  const isFirst = after.is_told && !before?.is_told && before?.gsi3pk === undefined;
  return isFirst ? [noticeWrite(table, videoPublished(after, Date.now()))] : [];
}

const shareIn = (video: StoredVideo | undefined): Share => ({
  category: video?.gsi4pk?.slice(videoLists.category('').partition.length),
  name: video?.category ?? '',
  counts: { videos: 1 },
});
