/**
 * Adds, changes and deletes videos. All that depends on a video (its list entries, the channel's counts, its search
 * words) changes in the same transaction: at most 1 video + 4 counts + 1 notice + 2 × 40 words + 1 record of them + the
 * caller's writes, below DynamoDB's limit of 100. `version` counts the changes; views and percent are updated without
 * it, because nothing else depends on them.
 */
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { cancellationReasons, HIGH_CONTENTION_ATTEMPTS, retryOnConflict } from '../../aws/retry.ts';
import { getItem } from '../../aws/table/read-items.ts';
import { keyWrites, tryChange } from '../../aws/table/item-change.ts';
import type { Table, Write } from '../../aws/table/table.ts';
import { ABSENT, placement } from '../../aws/table/write-items.ts';
import { noteWords, settleNoted, wordChange } from '../../word-index/known-words.repository.ts';
import { isListed } from '../visibility.ts';
import { type VideoItem, videoKey } from './video.item.ts';
import { videoLists } from './video-lists.repository.ts';
import { type StoredVideo, videoPlace, videoWordKeys, videoWords } from './video.place.ts';
import { countWrites, itemWrite, markAnnounced, publicWrites, announcementWrites } from './video.writes.ts';

const FAILED = 'ConditionalCheckFailed';

export interface AddVideoOptions {
  /** Further writes of the same transaction. */
  readonly also: readonly Write[];
  /** How many videos of the channel may be processing, including this one. @default no limit */
  readonly maxProcessing?: number;
}

/** Adds a video unless it exists or too many videos of the channel are processing. */
export async function addVideo(
  table: Table,
  video: VideoItem,
  { also, maxProcessing }: AddVideoOptions,
): Promise<'added' | 'exists' | 'too many'> {
  const after: StoredVideo = { ...markAnnounced(video), ...videoPlace(video), version: 1 };
  const note = noteOf(video.id, 0, [], after.words);
  const TransactItems = [
    { Put: placement(table, { ...videoKey(video.id), ...after }, ABSENT) },
    ...countWrites(table, undefined, after, maxProcessing),
    ...also,
    ...publicWrites(table, undefined, after),
    ...announcementWrites(table, undefined, after),
    ...wordWrites(table, video.id, [], after.words),
    ...noteWords(table, note),
  ];
  try {
    await retryOnConflict(() => table.client.send(new TransactWriteCommand({ TransactItems })));
    await settleNoted(table, note);
    return 'added';
  } catch (error) {
    const [item, count, ...others] = cancellationReasons(error);
    if (item === FAILED || others.includes(FAILED)) return 'exists';
    if (count === FAILED) return 'too many';
    throw error;
  }
}

/** Computes the changed video; `null` changes nothing. May be called several times; its errors pass through. */
export type VideoChange = (
  video: VideoItem,
) => Partial<Omit<VideoItem, 'id' | 'channel_id' | 'views'>> | 'delete' | null;

/** Changes a video and applies `also` in one transaction. Returns the changed video; `null` when there is none. */
export function changeVideo(
  table: Table,
  id: string,
  change: VideoChange,
  also: readonly Write[] = [],
): Promise<VideoItem | null> {
  return retryOnConflict(() => tryVideo(table, id, change, also), HIGH_CONTENTION_ATTEMPTS);
}

/** Adds a public video from an earlier version to the latest videos of the site and of its category. */
export async function placeVideo(table: Table, id: string): Promise<void> {
  const video = await readVideo(table, id);
  if (video && isListed(video) && !video.gsi3pk) await changeVideo(table, id, () => ({}));
}

/** Throws `WriteConflictError` when the video has changed meanwhile. */
async function tryVideo(
  table: Table,
  id: string,
  change: VideoChange,
  also: readonly Write[],
): Promise<StoredVideo | null> {
  const video = await tryChange(table, videoKey(id), (before: StoredVideo) => {
    const changed = change(before);
    if (!changed) return null;
    const fields = markAnnounced({ ...before, ...(changed === 'delete' ? {} : changed) }, before);
    const after = changed === 'delete' ? undefined : { ...fields, ...videoPlace(fields) };
    const note = noteOf(id, before.version, before.words, after?.words ?? []);
    const writes = [
      itemWrite(table, before, after),
      ...countWrites(table, before, after),
      ...also,
      ...publicWrites(table, before, after),
      ...announcementWrites(table, before, after),
      ...wordWrites(table, id, before.words, after?.words ?? []),
      ...noteWords(table, note),
    ];
    return { after, writes, afterwards: () => settleNoted(table, note) };
  });
  return video ?? null;
}

const wordWrites = (table: Table, id: string, before: readonly string[], after: readonly string[]): Write[] =>
  keyWrites(table, videoWordKeys(id, before), videoWordKeys(id, after));

const noteOf = (id: string, version: number, before: readonly string[], after: readonly string[]) => ({
  owner: `VIDEO#${id}`,
  version,
  ...wordChange(before, after, true),
});

export const readVideo = async (table: Table, id: string): Promise<StoredVideo | null> =>
  (await getItem<StoredVideo>(table, videoKey(id))) ?? null;

const PAGE = 100;

/**
 * Moves the listed videos of a channel to the current index keys; yields the search words of each. Run by the tick,
 * because the cost grows with the number of videos.
 */
export async function* refreshListedVideos(
  table: Table,
  channelId: string,
): AsyncGenerator<readonly string[]> {
  let cursor: string | undefined;
  do {
    const { items, next } = await videoLists(table).list({ channelId, list: 'listed', limit: PAGE, cursor });
    for (const video of items) {
      await placeVideo(table, video.id);
      yield videoWords(video);
    }
    cursor = next;
  } while (cursor);
}
