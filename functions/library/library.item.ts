/**
 * What a person keeps for themselves, as the table holds it. Keys:
 *
 * | item                 | pk                 | sk                 | gsi1pk                   | gsi1sk            |
 * |----------------------|--------------------|--------------------|--------------------------|-------------------|
 * | video to watch later | `LIBRARY#<person>` | `LATER#<video id>` | `LIBRARY#<person>#LATER` | `<at>#<video id>` |
 * | liked video or clip  | `LIBRARY#<person>` | `LIKED#<its id>`   | `LIBRARY#<person>#LIKED` | `<at>#<its id>`   |
 * | numbers of these and of playlists | `LIBRARY#<person>` | `SAVED`            |                          |                   |
 * | watched video or live broadcast, expires | `LIBRARY#<person>` | `HISTORY#<its id>` | `LIBRARY#<person>#HISTORY` |
 * `<at>#<its id>` |
 * | settings of the history | `LIBRARY#<person>` | `SETTINGS`      |                          |                   |
 * | published video, expires | `LIBRARY#<person>` | `PUBLISHED#<at>#<video id>` |   |                   |
 * | last visit           | `LIBRARY#<person>` | `VISIT`            |                          |                   |
 *
 * They contain only ids, so that no data of deleted or hidden videos and channels remains here.
 */
import { HISTORY_KEPT_MS } from '#shared/limits.ts';
import type { LikedKind } from '#shared/channels/library.ts';
import type { RankedList } from '#functions/aws/table/cursor.ts';
import { seconds } from '#functions/base/seconds.ts';

export const libraryPartition = (personId: string): string => `LIBRARY#${personId}`;

export const laterKey = (personId: string, videoId: string) => ({
  pk: libraryPartition(personId),
  sk: `LATER#${videoId}`,
});
export const savedKey = (personId: string) => ({ pk: libraryPartition(personId), sk: 'SAVED' });

export const likedKey = (personId: string, id: string) => ({
  pk: libraryPartition(personId),
  sk: `LIKED#${id}`,
});

/** A video or clip. Their ids differ. */
export interface Liked {
  readonly kind: LikedKind;
  readonly id: string;
}

export interface LikedItem {
  readonly kind: LikedKind;
  readonly liked_id: string;
  readonly at: string;
}

export const watchedKey = (personId: string, videoId: string) => ({
  pk: libraryPartition(personId),
  sk: `HISTORY#${videoId}`,
});
export const settingsKey = (personId: string) => ({ pk: libraryPartition(personId), sk: 'SETTINGS' });

export interface SettingsItem {
  readonly is_paused?: boolean;
  /** Earlier entries are not part of the history. */
  readonly cleared_at?: string;
}

export interface WatchedItem extends LibraryItem {
  readonly position_s: number;
  /** Of a live broadcast, whose id is in `video_id`. */
  readonly channel_id?: string;
  /** Of a live broadcast: see `replayKey`. */
  readonly stream_id?: string;
}

/** Its `id` begins with the time of its start, as a ULID does. */
export interface LiveBroadcast {
  readonly id: string;
  readonly channelId: string;
  readonly streamId: string;
}

/** `place`: `<at>#<video id>`. */
export const publishedKey = (personId: string, place: string) => ({
  pk: libraryPartition(personId),
  sk: `PUBLISHED#${place}`,
});
export const visitKey = (personId: string) => ({ pk: libraryPartition(personId), sk: 'VISIT' });

export interface PublishedItem extends LibraryItem {
  readonly channel_id: string;
  readonly expires_at: number;
}

export interface VisitItem {
  readonly at: string;
  /** When the visit before began. */
  readonly before?: string;
}

export interface LibraryItem {
  readonly sk: string;
  readonly video_id: string;
  readonly at: string;
}

export const laterList = (personId: string): RankedList => ({
  index: 'gsi1',
  partition: `${libraryPartition(personId)}#LATER`,
  keyOf: (id) => laterKey(personId, id),
});

export const likedList = (personId: string): RankedList => ({
  index: 'gsi1',
  partition: `${libraryPartition(personId)}#LIKED`,
  keyOf: (id) => likedKey(personId, id),
});

export const likedItem = (personId: string, { kind, id }: Liked, at: string) => ({
  ...likedKey(personId, id),
  gsi1pk: likedList(personId).partition,
  gsi1sk: `${at}#${id}`,
  kind,
  liked_id: id,
  at,
});

/** Without what was watched before `since`. */
export const historyList = (personId: string, since: string): RankedList => ({
  index: 'gsi1',
  partition: `${libraryPartition(personId)}#HISTORY`,
  keyOf: (id) => watchedKey(personId, id),
  range: { condition: 'gsi1sk > :range', value: since },
});

export const watchedItem = (
  personId: string,
  videoId: string,
  positionS: number,
  atMs: number,
  broadcast?: LiveBroadcast,
) => {
  const at = new Date(atMs).toISOString();
  return {
    ...watchedKey(personId, videoId),
    gsi1pk: historyList(personId, '').partition,
    gsi1sk: `${at}#${videoId}`,
    video_id: videoId,
    at,
    position_s: positionS,
    ...(broadcast && { channel_id: broadcast.channelId, stream_id: broadcast.streamId }),
    expires_at: seconds(atMs + HISTORY_KEPT_MS),
  };
};

export const laterItem = (personId: string, videoId: string, at: string) => ({
  ...laterKey(personId, videoId),
  gsi1pk: laterList(personId).partition,
  gsi1sk: `${at}#${videoId}`,
  video_id: videoId,
  at,
});
