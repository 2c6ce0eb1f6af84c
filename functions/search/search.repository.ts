import type { Channel } from '#shared/channels/channels.ts';
import { BATCH_KEYS, getMany } from '#functions/aws/table/read-items.ts';
import type { Table } from '#functions/aws/table/table.ts';
import { type ChannelItem, channelKey, toChannel } from '#functions/channels/index.ts';
import { wordsLike } from '#functions/word-index/known-words.repository.ts';
import type { Spellings } from '#functions/word-index/spelling.ts';
import {
  candidatesOf,
  channelWordPartition,
  readWordLists,
  selectiveWords,
  TIERS,
} from '#functions/word-index/word-lists.ts';

export type SearchRepository = ReturnType<typeof searchRepository>;

/**
 * Finds channels by their indexed words (`channel-keys.ts`). A search reads at most 3 lists per spelling in each of 8
 * tiers, and 100 channels or `most`.
 */
export const searchRepository = (table: Table) => ({
  /** Those with the most viewers first. Includes live and popular channels; a few results may lack one of the words. */
  findCandidates: async (words: readonly Spellings[], most: number = BATCH_KEYS): Promise<Channel[]> => {
    const selective = selectiveWords(words);
    const tiers = await Promise.all(TIERS.map((tier) => findInTier(table, tier, selective)));
    return readChannels(table, tiers.flat().slice(0, most));
  },
  /** Indexed words, including those at one letter's distance from these. */
  wordsLike: (words: readonly string[]): Promise<string[]> => wordsLike(table, words),
});

async function findInTier(table: Table, tier: string, words: readonly Spellings[]): Promise<string[]> {
  const partitionOf = (word: string) => channelWordPartition(tier, word);
  return candidatesOf(await readWordLists(table, words, { partitionOf }));
}

/** A channel may change its tier, and then be found in two, or be hidden, while the tiers are read. */
async function readChannels(table: Table, ids: readonly string[]): Promise<Channel[]> {
  const found = await getMany<ChannelItem>(table, ids.map(channelKey));
  return found
    .filter(({ is_hidden }) => !is_hidden)
    .toSorted(byRank)
    .map(toChannel);
}

const byRank = (a: ChannelItem, b: ChannelItem): number =>
  Number(b.is_live) - Number(a.is_live) ||
  b.viewers - a.viewers ||
  b.followers - a.followers ||
  (a.id < b.id ? -1 : 1);
