/**
 * Adds, changes and deletes videos. All that depends on a video (its list entries, the channel's counts, its search
 * words) changes in the same transaction: at most 1 video + 4 counts + 1 notice + 1 denial of its media + 2 × 40 words + 1 record
 * of them + 1 of its transcript + 5 events of webhooks + the caller's writes, below DynamoDB's limit of 100. `version` counts the changes; views and percent are updated without
 * it, because nothing else depends on them.
 */
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { cancellationReasons, HIGH_CONTENTION_ATTEMPTS, retryOnConflict } from '#functions/aws/retry.ts';
import { getItem } from '#functions/aws/table/get-item.ts';
import { keyWrites, tryChange } from '#functions/aws/table/item-change.ts';
import type { Table, Write } from '#functions/aws/table/table.ts';
import { ABSENT, putInput } from '#functions/aws/table/write-items.ts';
import {
  wordNoteWrites,
  updateKnownWords,
  wordChange,
} from '#functions/word-index/known-words.repository.ts';
import { transcriptWrites } from './transcript.item.ts';
import { isListed } from '../visibility.ts';
import { type VideoItem, videoKey } from './video.item.ts';
import { videoLists } from './video-lists.repository.ts';
import { type StoredVideo, withVideoIndexKeys, videoWordKeys, videoWords } from './video-index-keys.ts';
import {
  announcementWrites,
  countWrites,
  itemWrite,
  markAnnounced,
  mediaWrites,
  publicWrites,
  publishedEventWrites,
} from './video.writes.ts';

const FAILED = 'ConditionalCheckFailed';

/**
 * Adds a video unless it exists. `also` is written in the same transaction. Returns `too many` when `maxProcessing`
 * videos of the channel are processing.
 */
export async function addVideo(
  table: Table,
  video: VideoItem,
  also: readonly Write[],
  maxProcessing?: number,
): Promise<'added' | 'exists' | 'too many'> {
  const after: StoredVideo = { ...markAnnounced(video), ...withVideoIndexKeys(video), version: 1 };
  const { note, writes } = dependentWrites(table, undefined, after, also, maxProcessing);
  const Put = putInput(table, { ...videoKey(video.id), ...after }, ABSENT);
  const events = await publishedEventWrites(table, undefined, after);
  const TransactItems = [{ Put }, ...writes, ...events];
  try {
    await retryOnConflict(() => table.client.send(new TransactWriteCommand({ TransactItems })));
    await updateKnownWords(table, note);
    return 'added';
  } catch (error) {
    const [item, count, ...others] = cancellationReasons(error);
    if (item === FAILED || others.includes(FAILED)) return 'exists';
    if (count === FAILED) return 'too many';
    throw error;
  }
}

/** Computes the changed video; `null` changes nothing. May be called several times; its errors pass through. */
type VideoChange = (
  video: VideoItem,
) => Partial<Omit<VideoItem, 'id' | 'channel_id' | 'views'>> | 'delete' | null;

/** Changes a video and applies `also` in one transaction. Returns the changed video; `null` when there is none. */
export async function changeVideo(
  table: Table,
  id: string,
  change: VideoChange,
  also: readonly Write[] = [],
): Promise<VideoItem | null> {
  const changed = async (before: StoredVideo) => {
    const changes = change(before);
    if (!changes) return null;
    const fields = markAnnounced({ ...before, ...(changes === 'delete' ? {} : changes) }, before);
    const after = changes === 'delete' ? undefined : { ...fields, ...withVideoIndexKeys(fields) };
    const { note, writes } = dependentWrites(table, before, after, also);
    return {
      after,
      writes: [
        itemWrite(table, before, after),
        ...writes,
        ...(await publishedEventWrites(table, before, after)),
      ],
      afterwards: () => updateKnownWords(table, note),
    };
  };
  const tried = () => tryChange(table, videoKey(id), changed);
  return (await retryOnConflict(tried, HIGH_CONTENTION_ATTEMPTS)) ?? null;
}

/** Returns all writes in addition to the video's own, the counts first; and the note of the changed words. */
function dependentWrites(
  table: Table,
  before: StoredVideo | undefined,
  after: StoredVideo | undefined,
  also: readonly Write[],
  maxProcessing?: number,
) {
  const { id } = (after ?? before)!;
  const [old, current] = [before?.words ?? [], after?.words ?? []];
  const note = { owner: `VIDEO#${id}`, version: before?.version ?? 0, ...wordChange(old, current, true) };
  const writes = [
    ...countWrites(table, before, after, maxProcessing),
    ...also,
    ...publicWrites(table, before, after),
    ...announcementWrites(table, before, after),
    ...mediaWrites(table, before, after),
    ...keyWrites(table, videoWordKeys(id, old), videoWordKeys(id, current)),
    ...wordNoteWrites(table, note),
    ...transcriptWrites(table, before, after),
  ];
  return { note, writes };
}

export const readVideo = async (table: Table, id: string): Promise<StoredVideo | null> =>
  (await getItem<StoredVideo>(table, videoKey(id))) ?? null;

const PAGE = 100;

/** Not yet in the latest videos of the site and of its category, or with words by earlier rules. */
const isOutdated = (stored: StoredVideo): boolean =>
  !stored.gsi3pk || String(videoWords(stored)) !== String(stored.words);

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
      const stored = await readVideo(table, video.id);
      if (stored && isListed(stored) && isOutdated(stored)) await changeVideo(table, video.id, () => ({}));
      yield videoWords(video);
    }
    cursor = next;
  } while (cursor);
}
