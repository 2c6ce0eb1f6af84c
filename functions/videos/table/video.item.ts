/**
 * Videos, as the table holds them. Keys:
 *
 * | item                | pk                             | sk            | gsi1pk          | gsi1sk        | gsi2pk                | gsi2sk |
 * |---------------------|--------------------------------|---------------|-----------------|---------------|-----------------------|--------|
 * | video               | `VIDEO#<id>`                   | `VIDEO`       | `VIDEOS#<chan>` | rank          | `READY_VIDEOS#<chan>` | rank   |
 * | work on a video     | `VIDEO#<id>`                   | `WORK`        | `VIDEO_WORK`    | `<due>#<id>`  |                       |        |
 * | a channel's numbers | `CHANNEL#<id>`                 | `VIDEOS`      |                 |               |                       |        |
 * | the site's number   | `COUNT`                        | `VIDEOS`      |                 |               |                       |        |
 * | word of a video     | `VIDEO_WORD#<first character>` | `<word>#<id>` |                 |               |                       |        |
 * | claim of a replay   | `STREAM_REPLAY#<stream id>`    | `CLAIM`       |                 |               |                       |        |
 *
 * Rank is `<created_at>#<id>`, so an index read backwards lists the newest first. Only ready and public videos have words
 * and entries in `gsi2`, `gsi3` (`PUBLIC_VIDEOS` / rank) and `gsi4` (`CATEGORY_VIDEOS#<category id>` / rank), so that
 * public reads do not pay for others (`visibility.ts`). All of these change with the video (`video-changes.repository.ts`).
 */
import { chaptersOf } from '#shared/plain/videos/chapters.ts';
import type { RecordedPart } from '#shared/videos/replays.ts';
import type { Video, Visibility } from '#shared/videos/videos.ts';
import { EMPTY_VIDEO_TEXTS, VIDEO_TEXTS, type VideoText } from '#shared/videos/video-fields.ts';
import type { Key } from '#functions/aws/table/table.ts';
import { categoryKey } from '#functions/channels/index.ts';
import type { RankedList } from '#functions/aws/table/cursor.ts';
import { isOpen, visibilityOf } from '../visibility.ts';

export interface VideoItem extends Omit<
  Video,
  'tags' | 'visibility' | 'likes' | 'is_removed' | 'captioned_url'
> {
  readonly tags: readonly string[];
  /** Missing in items from before the field existed. */
  readonly visibility?: Visibility;
  /** Missing without any so far. */
  readonly likes?: number;
  /** Removed by the site's moderators. */
  readonly is_removed?: true | undefined;
  /** The owner is suspended. */
  readonly is_withheld?: true | undefined;
  /** The owner's picture, which replaces the poster in `thumbnail_url`. */
  readonly own_thumbnail_url?: string | undefined;
  /** Key prefix of its files, in the media bucket or (`ivs/`) in the recordings bucket. */
  readonly files_prefix: string;
  /** Further prefixes of a replay with several recordings. */
  readonly more_files_prefixes?: readonly string[];
  /** The channel's followers were notified, or are with this write. */
  readonly is_told?: boolean;
  /** When it became public, if later than when it became ready. */
  readonly listed_at?: string;
  /** Of a replay: the time of recording. @default from `created_at` */
  readonly recorded?: readonly RecordedPart[];
  /** Of a replay: its stream, to which clips refer. */
  readonly stream_id?: string;
  /** Of a replay: the title of its stream. */
  readonly stream_title?: string;
}

/** The attributes of a preview, and those that decide who may see it. */
export const VIDEO_PREVIEW_ATTRIBUTES = [
  'id',
  'channel_id',
  'username',
  'kind',
  ...VIDEO_TEXTS,
  'tags',
  'visibility',
  'status',
  'percent',
  'reason',
  'playback_url',
  'thumbnail_url',
  'own_thumbnail_url',
  'storyboard_url',
  'curve_url',
  'captions',
  'duration_s',
  'views',
  'likes',
  'created_at',
  'listed_at',
  'is_removed',
  'is_withheld',
] as const satisfies readonly (keyof VideoItem)[];
export type VideoPreviewItem = Pick<VideoItem, (typeof VIDEO_PREVIEW_ATTRIBUTES)[number]>;

export const videoKey = (id: string) => ({ pk: `VIDEO#${id}`, sk: 'VIDEO' });
export const videoCountKey = (channelId: string) => ({ pk: `CHANNEL#${channelId}`, sk: 'VIDEOS' });
/** Holds the number of public videos. */
export const siteVideosKey = { pk: 'COUNT', sk: 'VIDEOS' };
export const REPLAY_ATTRIBUTES = ['video_id'] as const;
export const replayKey = (streamId: string) => ({ pk: `STREAM_REPLAY#${streamId}`, sk: 'CLAIM' });

/** Sort key in the owner's list. */
export const videoRank = ({ created_at, id }: Pick<Video, 'created_at' | 'id'>): string =>
  `${created_at}#${id}`;
/** Sort key in the public lists. */
export const listedRank = ({
  created_at,
  listed_at = created_at,
  id,
}: Pick<VideoItem, 'created_at' | 'listed_at' | 'id'>): string => `${listed_at}#${id}`;

/** A partition of an index, and the attribute that counts its entries. */
export interface VideoList extends Pick<RankedList, 'index' | 'partition'> {
  readonly countKey: Key;
  readonly count: string;
}

const listOf = (index: VideoList['index'], partition: string, countKey: Key, count: string): VideoList => ({
  index,
  partition,
  countKey,
  count,
});

export const videoIndexes = {
  all: (channelId: string) => listOf('gsi1', `VIDEOS#${channelId}`, videoCountKey(channelId), 'total'),
  listed: (channelId: string) =>
    listOf('gsi2', `READY_VIDEOS#${channelId}`, videoCountKey(channelId), 'ready'),
  public: () => listOf('gsi3', 'PUBLIC_VIDEOS', siteVideosKey, 'public'),
  category: (id: string) => listOf('gsi4', `CATEGORY_VIDEOS#${id}`, categoryKey(id), 'videos'),
};

function textsOf(item: VideoPreviewItem) {
  // Videos of an earlier version lack some.
  const whole = { ...EMPTY_VIDEO_TEXTS, ...item };
  return Object.fromEntries(VIDEO_TEXTS.map((name) => [name, whole[name]])) as Record<VideoText, string>;
}

/** Whether other players have captions or chapters to show. */
const hasAdditions = (item: VideoPreviewItem, description: string): boolean =>
  item.captions !== undefined ||
  (item.duration_s !== null && chaptersOf(description, item.duration_s).length > 0);

/** Returns exactly the fields of the contract. */
export function toVideo(item: VideoPreviewItem & Pick<VideoItem, 'failure'>): Video {
  const texts = textsOf(item);
  return {
    id: item.id,
    channel_id: item.channel_id,
    username: item.username,
    kind: item.kind,
    ...texts,
    tags: [...item.tags],
    visibility: visibilityOf(item),
    status: item.status,
    percent: item.percent,
    reason: item.reason,
    ...(item.failure && { failure: item.failure }),
    playback_url: item.playback_url,
    thumbnail_url: item.own_thumbnail_url ?? item.thumbnail_url,
    storyboard_url: item.storyboard_url,
    ...(item.curve_url && { curve_url: item.curve_url }),
    ...(item.captions && { captions: item.captions }),
    ...(isOpen(item) &&
      hasAdditions(item, texts.description) && { captioned_url: `/api/videos/${item.id}/captioned.m3u8` }),
    duration_s: item.duration_s,
    views: item.views,
    likes: item.likes ?? 0,
    created_at: item.listed_at ?? item.created_at,
    ...((item.is_removed || item.is_withheld) && { is_removed: true }),
  };
}
