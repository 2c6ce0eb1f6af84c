/** The writes that make up one change of a video. */
import { getItem } from '#functions/aws/table/get-item.ts';
import type { Table, Write } from '#functions/aws/table/table.ts';
import { addition, ofVersion, where } from '#functions/aws/table/write-items.ts';
import { type ChannelItem, channelKey, type Share, shareWrites } from '#functions/channels/index.ts';
import {
  DENIED_AFTER_DELETION_MS,
  denialKeys,
  denialWrites,
  folderKey,
  pictureKey,
} from '#functions/denied-media/index.ts';
import { differences, versionedUpdate } from '#functions/aws/table/item-change.ts';
import { noticeRemoval, noticeWrite, videoNoticeId, videoNotice } from '#functions/news/index.ts';
import { webhookEventWrites } from '#functions/webhook-events/index.ts';
import { siteVideosKey, videoCountKey, videoKey, videoIndexes, type VideoItem } from './video.item.ts';
import { isListed } from '../visibility.ts';
import type { StoredVideo } from './video-index-keys.ts';

/** Writes the differences, or deletes the video, if it has not changed since it was read. */
export const itemWrite = (table: Table, before: StoredVideo, after: StoredVideo | undefined): Write =>
  after
    ? { Update: versionedUpdate(table, videoKey(before.id), before.version, differences(before, after)) }
    : {
        Delete: {
          TableName: table.TableName,
          Key: videoKey(before.id),
          ...where(ofVersion(before.version)),
        },
      };

/** The video's share of its channel's counts; `ready` counts public videos. */
const shareOf = (video: VideoItem | undefined) => ({
  total: video ? 1 : 0,
  ready: video && isListed(video) ? 1 : 0,
  processing: video?.status === 'processing' ? 1 : 0,
});

/** `maxProcessing` limits how many videos of the channel may be processing, including the new one. */
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

/** Counts a public video of the site and of its category, as its index keys say. */
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
 * Records when the video first became public. A video that was ready before and becomes public now is listed in feeds
 * and sitemaps with the present time.
 */
export function markAnnounced<V extends VideoItem>(video: V, before?: StoredVideo): V {
  if (!isListed(video) || video.is_told) return video;
  const isLate = before?.status === 'ready' && before.gsi3pk === undefined;
  return { ...video, is_told: true, ...(isLate && { listed_at: new Date().toISOString() }) };
}

/** Notifies the followers when a video first becomes public, except for videos from before notifications existed. */
export function announcementWrites(
  table: Table,
  before: StoredVideo | undefined,
  after: StoredVideo | undefined,
): Write[] {
  if (!after) return before?.is_told ? [noticeRemoval(table, videoNoticeId(before.id))] : [];
  return isFirstPublic(before, after) ? [noticeWrite(table, videoNotice(after, Date.now()))] : [];
}

const isFirstPublic = (before: StoredVideo | undefined, after: StoredVideo): boolean =>
  after.is_told === true && !before?.is_told && before?.gsi3pk === undefined;

/** Writes for the channel's webhooks that a video is public for the first time, which alone reads the channel. */
export async function publishedEventWrites(
  table: Table,
  before: StoredVideo | undefined,
  after: StoredVideo | undefined,
): Promise<Write[]> {
  if (!after || !isFirstPublic(before, after)) return [];
  const channel = await getItem<ChannelItem>(table, channelKey(after.channel_id));
  if (!channel?.webhooks) return [];
  const { id, kind, title, category, tags, duration_s } = after;
  const url = `/channel/${channel.username}/video/${id}`;
  const video = { id, kind, title, category, tags, duration_s, url, picture: after.thumbnail_url };
  return webhookEventWrites(table, channel, { type: 'video.published', data: { video } });
}

const shareIn = (video: StoredVideo | undefined): Share => ({
  category: video?.gsi4pk?.slice(videoIndexes.category('').partition.length),
  name: video?.category ?? '',
  counts: { videos: 1 },
});

/** Denies the media of a removed video until it is restored, also files and pictures that it gets later, or deleted. */
export function mediaWrites(
  table: Table,
  before: StoredVideo | undefined,
  after: StoredVideo | undefined,
): Write[] {
  const removed = after?.is_removed ? after : before?.is_removed ? before : undefined;
  if (!removed) return [];
  const isDenied = removed === after || !after;
  const keys = mediaKeys(removed);
  const isKnown = before?.is_removed && JSON.stringify(mediaKeys(before)) === JSON.stringify(keys);
  if (after && isDenied && isKnown) return [];
  const { id, files_prefix, stream_id = id } = removed;
  const sources = [...new Set([id, folderKey(files_prefix), stream_id])];
  const forMs = after ? undefined : DENIED_AFTER_DELETION_MS;
  const nowMs = Date.now();
  return denialWrites(table, denialKeys.video(removed.id), { keys, sources, isDenied, nowMs, forMs });
}

const mediaKeys = ({
  id,
  files_prefix,
  more_files_prefixes = [],
  own_thumbnail_url,
  captions,
}: VideoItem): string[] => [
  // A replay's captions are not in the folder of its broadcast.
  ...(captions ? [id] : []),
  ...[files_prefix, ...more_files_prefixes].map(folderKey),
  ...pictureKey(own_thumbnail_url),
];
