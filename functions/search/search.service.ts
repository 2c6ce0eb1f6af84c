import { CATEGORIES, type Category } from '../../shared/categories.ts';
import { SEARCH_RESULTS } from '../../shared/limits.ts';
import type { SearchResults } from '../../shared/search.ts';
import type { Channel } from '../../shared/streamers.ts';
import type { Video } from '../../shared/videos.ts';
import { channelWords, matches, queryWords, wordsOf } from '../channels/words.ts';

export interface SearchPorts {
  readonly index: {
    /** Channels that the words lead to, the live and the popular among them; a few may lack one of the words. */
    findCandidates(words: readonly string[]): Promise<Channel[]>;
  };
  readonly categories: { list(): Promise<Category[]> };
  /** Listed videos with all the words, the new ones among them. */
  readonly videos: { findByWords(words: readonly string[]): Promise<Video[]> };
}

/** Channels, categories and videos with a word that starts with each word of `query`; nothing for a query without words. */
export async function search(ports: SearchPorts, query: string): Promise<SearchResults> {
  const words = queryWords(query);
  if (words.length === 0) return { channels: [], categories: [], videos: [] };
  const [candidates, categories, found] = await Promise.all([
    ports.index.findCandidates(words),
    findCategories(ports, words),
    ports.videos.findByWords(words),
  ]);
  const channels = candidates
    .filter((channel) => matches(channelWords(channel), words))
    .toSorted(byRank)
    .slice(0, SEARCH_RESULTS);
  return { channels, categories, videos: found.toSorted(byViews).slice(0, SEARCH_RESULTS) };
}

async function findCategories({ categories }: SearchPorts, words: readonly string[]): Promise<Category[]> {
  const ids = CATEGORIES.filter(({ name }) => matches(wordsOf(name), words)).map(({ id }) => id as string);
  return ids.length === 0 ? [] : (await categories.list()).filter(({ id }) => ids.includes(id));
}

/** Live ones first, by viewers; then, and among equals, by followers. */
const byRank = (a: Channel, b: Channel): number =>
  Number(b.is_live) - Number(a.is_live) ||
  b.viewers - a.viewers ||
  b.followers - a.followers ||
  (a.id < b.id ? -1 : 1);

/** Among equals the newer ones first. */
const byViews = (a: Video, b: Video): number => b.views - a.views || (a.id > b.id ? -1 : 1);
