import { CATEGORIES, type Category } from '../../shared/categories.ts';
import { SEARCH_RESULTS } from '../../shared/limits.ts';
import type { SearchResults } from '../../shared/search.ts';
import type { Channel } from '../../shared/streamers.ts';
import type { Video } from '../../shared/videos.ts';
import { alternativesOf, asAsked, MIN_ASKED_LENGTH, type Spellings } from '../channels/spelling.ts';
import { channelWords, matches, queryWords, wordsOf } from '../channels/words.ts';

/** With fewer results than this, what is one letter off is shown after them. */
const FEW_RESULTS = 6;

export interface SearchPorts {
  readonly index: {
    /** Channels that the words lead to, the live and the popular among them; a few may lack one of the words. */
    findCandidates(words: readonly Spellings[]): Promise<Channel[]>;
    /** Words that lead to something, those that are one letter away from one of these among them. */
    wordsLike(words: readonly string[]): Promise<string[]>;
  };
  readonly categories: { list(): Promise<Category[]> };
  /** Listed videos with all the words, the new ones among them. */
  readonly videos: { findByWords(words: readonly Spellings[]): Promise<Video[]> };
}

const NOTHING: SearchResults = { channels: [], categories: [], videos: [] };

/**
 * Channels, categories and videos with a word that starts with each word of `query`, then, where those are few, what
 * is found by words one letter off; nothing for a query without words.
 */
export async function search(ports: SearchPorts, query: string): Promise<SearchResults> {
  const words = queryWords(query);
  if (words.length === 0) return NOTHING;
  const exact = await find(ports, asAsked(words));
  const { channels, categories, videos } = exact;
  if (channels.length + categories.length + videos.length >= FEW_RESULTS) return exact;
  const spellings = await spellingsOf(ports.index, words);
  if (!spellings) return exact;
  const close = await find(ports, spellings);
  return {
    channels: joined(channels, close.channels),
    categories: joined(categories, close.categories),
    videos: joined(videos, close.videos),
  };
}

/** The words with what else may have been meant; `null` where nothing else may. */
export async function spellingsOf(
  index: Pick<SearchPorts['index'], 'wordsLike'>,
  words: readonly string[],
): Promise<Spellings[] | null> {
  const asked = words.filter((word) => [...word].length >= MIN_ASKED_LENGTH);
  if (asked.length === 0) return null;
  const known = [...CATEGORY_WORDS, ...(await index.wordsLike(asked))];
  const spellings = words.map((word): Spellings => [word, ...alternativesOf(word, known)]);
  return spellings.some(([, ...alternatives]) => alternatives.length > 0) ? spellings : null;
}

const CATEGORY_WORDS = CATEGORIES.flatMap(({ name }) => wordsOf(name));

async function find(ports: SearchPorts, words: readonly Spellings[]): Promise<SearchResults> {
  const [candidates, categories, videos] = await Promise.all([
    ports.index.findCandidates(words),
    findCategories(ports, words),
    ports.videos.findByWords(words),
  ]);
  return {
    channels: bestChannels(candidates, words).slice(0, SEARCH_RESULTS),
    categories,
    videos: videos.toSorted(byViews).slice(0, SEARCH_RESULTS),
  };
}

/** Those of the candidates that have all the words, the best first. */
export const bestChannels = (candidates: readonly Channel[], words: readonly Spellings[]): Channel[] =>
  candidates.filter((channel) => matches(channelWords(channel), words)).toSorted(byRank);

/** Ids of the categories that have all the words. */
export const categoriesWith = (words: readonly Spellings[]) =>
  CATEGORIES.filter(({ name }) => matches(wordsOf(name), words));

async function findCategories({ categories }: SearchPorts, words: readonly Spellings[]): Promise<Category[]> {
  const ids: string[] = categoriesWith(words).map(({ id }) => id);
  return ids.length === 0 ? [] : (await categories.list()).filter(({ id }) => ids.includes(id));
}

/** The first ones, then those of the second that are not among them. */
function joined<T extends { readonly id: string }>(first: readonly T[], second: readonly T[]): T[] {
  const ids = new Set(first.map(({ id }) => id));
  return [...first, ...second.filter(({ id }) => !ids.has(id))].slice(0, SEARCH_RESULTS);
}

/** Live ones first, by viewers; then, and among equals, by followers. */
const byRank = (a: Channel, b: Channel): number =>
  Number(b.is_live) - Number(a.is_live) ||
  b.viewers - a.viewers ||
  b.followers - a.followers ||
  (a.id < b.id ? -1 : 1);

/** Among equals the newer ones first. */
const byViews = (a: Video, b: Video): number => b.views - a.views || (a.id > b.id ? -1 : 1);
