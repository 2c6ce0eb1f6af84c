import type { Channel } from '../../shared/channels/streamers.ts';
import { BATCH_KEYS, getMany } from '../aws/table/read-items.ts';
import type { Table } from '../aws/table/table.ts';
import { candidatesOf } from '../word-index/candidates.ts';
import { type ChannelItem, channelKey, toChannel } from '../channels/index.ts';
import { wordsLike } from '../word-index/known-words.repository.ts';
import type { Spellings } from '../word-index/spelling.ts';
import { channelWordPartition, selectiveWords, readWordLists, TIERS } from '../word-index/word-lists.ts';
import type { SearchPorts } from './ports.ts';

/**
 * Finds channels by the words that their changes keep (`channel.keys.ts`). A search reads at most 3 lists of each
 * spelling in each of 8 tiers and 100 channels, or at most `most`, however many there are.
 */
export const searchRepository = (table: Table): SearchPorts['index'] => ({
  findCandidates: async (words, most = BATCH_KEYS) => {
    const selective = selectiveWords(words);
    const tiers = await Promise.all(TIERS.map((tier) => findInTier(table, tier, selective)));
    return readChannels(table, tiers.flat().slice(0, most));
  },
  wordsLike: (words) => wordsLike(table, words),
});

async function findInTier(table: Table, tier: string, words: readonly Spellings[]): Promise<string[]> {
  const partitionOf = (word: string) => channelWordPartition(tier, word);
  return candidatesOf(await readWordLists(table, words, { partitionOf }));
}

/** A channel may change its tier while the tiers are read, and then be found in two. */
async function readChannels(table: Table, ids: readonly string[]): Promise<Channel[]> {
  return (await getMany<ChannelItem>(table, [...new Set(ids)].map(channelKey))).map(toChannel);
}
