import type { Video } from '../../../shared/videos/videos.ts';
import { getMany } from '../../aws/table/read-items.ts';
import type { Table } from '../../aws/table/table.ts';
import { findNewest, videoWordPartition } from '../../word-index/word-lists.ts';
import { matches } from '../../word-index/words.ts';
import type { Spellings } from '../../word-index/spelling.ts';
import { toVideo, videoKey, type VideoItem } from './video.item.ts';
import { isListed } from '../visibility.ts';
import { videoWords } from './video.place.ts';

/**
 * Finds listed videos by their stored words (`video.place.ts`). For frequent words, finds only the newest. A search
 * reads at most 3 lists for each spelling and 100 videos.
 */
export const videoSearch = (table: Table) => ({
  findByWords: async (words: readonly Spellings[]): Promise<Video[]> => {
    const ids = await findNewest(table, words, videoWordPartition);
    const items = await getMany<VideoItem>(table, ids.map(videoKey));
    return items.filter((video) => isListed(video) && matches(videoWords(video), words)).map(toVideo);
  },
});
