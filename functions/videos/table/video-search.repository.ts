import type { Video } from '../../../shared/videos/videos.ts';
import { BATCH_KEYS, getMany } from '../../aws/table/read-items.ts';
import type { Table } from '../../aws/table/table.ts';
import { candidatesOf } from '../../channels/words/candidates.ts';
import type { Spellings } from '../../channels/words/spelling.ts';
import { lookedUpWords, readWordLists, videoWordPartition } from '../../channels/words/word-lists.ts';
import { matches } from '../../channels/words/words.ts';
import { toVideo, videoKey, type VideoItem } from './video.item.ts';
import { isListed } from '../visibility.ts';
import { videoWords } from './video.place.ts';

/**
 * Finds listed videos by the words that their changes keep (`video.place.ts`), of a word that many have the newest. A
 * search reads at most 3 lists of each spelling and 100 videos, however many there are.
 */
export const videoSearch = (table: Table) => ({
  findByWords: async (words: readonly Spellings[]): Promise<Video[]> => {
    const lookup = { partitionOf: videoWordPartition, isBackward: true };
    const ids = candidatesOf(await readWordLists(table, lookedUpWords(words), lookup));
    const items = await getMany<VideoItem>(table, ids.slice(0, BATCH_KEYS).map(videoKey));
    return items.filter((video) => isListed(video) && matches(videoWords(video), words)).map(toVideo);
  },
});
