import type { Clip } from '#shared/videos/clips.ts';
import { getMany } from '#functions/aws/table/read-items.ts';
import type { Table } from '#functions/aws/table/table.ts';
import { findNewest } from '#functions/word-index/word-lists.ts';
import { matches } from '#functions/word-index/words.ts';
import type { Spellings } from '#functions/word-index/spelling.ts';
import { CLIP_STATES, clipKey, clipWordPartition, clipWords, toClip, type ClipItem } from './clip.item.ts';
import { clipFor } from '../clip.ts';
import { clipsAround } from './clips-around.repository.ts';

/**
 * Finds public clips by the words of their titles and channels. For frequent words, finds only the newest. A search
 * reads at most 3 lists for each spelling and 100 clips.
 */
export const clipSearch = (table: Table) => ({
  findByWords: async (words: readonly Spellings[]): Promise<Clip[]> => {
    const ids = await findNewest(table, words, clipWordPartition);
    const items = await getMany<ClipItem>(table, ids.map(clipKey));
    const found = items
      .filter((item) => item.state === CLIP_STATES.ready && matches(clipWords(item), words))
      .map(toClip);
    const seen = await clipsAround(table, found);
    const visible = found.flatMap((clip, index) => clipFor(undefined, clip, seen[index]!) ?? []);
    return visible.filter(({ visibility }) => visibility === 'public');
  },
});
