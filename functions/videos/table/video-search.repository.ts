import type { Video } from '#shared/videos/videos.ts';
import { BATCH_KEYS, getMany } from '#functions/aws/table/read-items.ts';
import type { Table } from '#functions/aws/table/table.ts';
import {
  findNewest,
  readWordLists,
  selectiveWords,
  transcriptWordPartition,
  videoWordPartition,
  type WordList,
} from '#functions/word-index/word-lists.ts';
import { matches } from '#functions/word-index/words.ts';
import type { Spellings } from '#functions/word-index/spelling.ts';
import { toVideo, videoKey, type VideoItem } from './video.item.ts';
import { isListed } from '../visibility.ts';
import { videoWords } from './video-index-keys.ts';

/**
 * Finds listed videos by their stored words (`video-index-keys.ts`) and by those of their captions. For frequent words, finds
 * only the newest. A search reads at most 3 lists for each spelling and 100 videos or `most`, by captions as many lists and
 * `most` videos.
 */
export const videoSearch = (table: Table) => ({
  findByWords: async (words: readonly Spellings[], most: number = BATCH_KEYS): Promise<Video[]> => {
    const ids = await findNewest(table, words, videoWordPartition);
    const items = await getMany<VideoItem>(table, ids.slice(0, most).map(videoKey));
    return items.filter((video) => isListed(video) && matches(videoWords(video), words)).map(toVideo);
  },
  findByTranscript: async (
    words: readonly Spellings[],
    { except, most }: { readonly except: ReadonlySet<string>; readonly most: number },
  ) => {
    const selective = selectiveWords(words);
    const lists = await readWordLists(table, selective, {
      partitionOf: transcriptWordPartition,
      isBackward: true,
    });
    const ids = inMostLists(lists).filter((id) => !except.has(id));
    const items = await getMany<VideoItem>(table, ids.slice(0, most).map(videoKey));
    const isFound = (video: VideoItem): boolean => {
      const unsaid = selective.filter((_, index) => !lists[index]!.ids.has(video.id));
      return isListed(video) && matches(videoWords(video), unsaid);
    };
    return items.filter(isFound).map((video) => ({ ...toVideo(video), said_at_s: saidAt(video.id, lists) }));
  },
});

/** The ids of all lists; those in several lists come first. */
function inMostLists(lists: readonly WordList[]): string[] {
  const ids = new Set(lists.flatMap(({ ids }) => [...ids]));
  const hits = (id: string): number => lists.filter(({ ids }) => ids.has(id)).length;
  return [...ids].toSorted((a, b) => hits(b) - hits(a));
}

/** When the longest of the queried words is first said. */
const saidAt = (id: string, lists: readonly WordList[]): number =>
  lists.map(({ times }) => times?.get(id)).find((atS) => atS !== undefined) ?? 0;
