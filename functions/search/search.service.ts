import { CATEGORIES, type Category } from '#shared/channels/categories.ts';
import {
  SEARCH_RESULTS,
  SUGGESTED_CATEGORIES,
  SUGGESTED_CHANNELS,
  SUGGESTED_FANS,
  SUGGESTED_VIDEOS,
} from '#shared/limits.ts';
import type { FoundVideo, SearchResults, Suggestions } from '#shared/channels/search.ts';
import type { OwnedFan } from '#shared/channels/fans.ts';
import type { Channel } from '#shared/channels/channels.ts';
import type { Clip } from '#shared/videos/clips.ts';
import type { Video } from '#shared/videos/videos.ts';
import { type ChannelNames, withDisplayNames } from '#functions/channels/index.ts';
import type { Spellings } from '#functions/word-index/spelling.ts';
import { channelWords, matches, indexWordsOf, queryWords } from '#functions/word-index/words.ts';
import { findWithCorrections } from './forgiving.ts';
import type { SearchRepository } from './search.repository.ts';

export interface SearchDeps {
  readonly index: SearchRepository;
  readonly names: ChannelNames;
  readonly categories: { list(): Promise<Category[]> };
  /** Listed videos with all the words, including new ones. */
  readonly videos: {
    findByWords(words: readonly Spellings[], most?: number): Promise<Video[]>;
    /** Finds videos whose captions contain some words, and whose title, tags, category or channel the others. */
    findByTranscript(words: readonly Spellings[], options: TranscriptSearch): Promise<SpokenVideo[]>;
  };
  /** Public clips with all the words, including new ones. */
  readonly clips: { findByWords(words: readonly Spellings[]): Promise<Clip[]> };
  /** Fans with all the words of a query. */
  readonly findFans: (query: string, most: number) => Promise<OwnedFan[]>;
}

export interface TranscriptSearch {
  /** Ids that are not to be found. */
  readonly except: ReadonlySet<string>;
  readonly most: number;
}

/** A video that a search has found by its captions. */
export type SpokenVideo = Video & Pick<FoundVideo, 'said_at_s'>;

/** What is read for suggestions; several fans may be of one model. */
const CHANNEL_CANDIDATES = 24;
const VIDEO_CANDIDATES = 8;
const FAN_CANDIDATES = 6;

/**
 * Finds items with a word that starts with each word of `query`; if they are few, then also those with a word at one
 * letter's distance. Empty for a query without words.
 */
export async function search(deps: SearchDeps, query: string): Promise<SearchResults> {
  const { index, names } = deps;
  const nothing = { channels: [], categories: [], videos: [], clips: [] };
  const [found, fans] = await Promise.all([
    findWithCorrections<Found>(query, nothing, index.wordsLike, (words) => find(deps, words)),
    queryWords(query).length > 0 ? deps.findFans(query, SEARCH_RESULTS) : [],
  ]);
  return {
    channels: found.channels.slice(0, SEARCH_RESULTS),
    categories: found.categories,
    videos: await withDisplayNames(names, found.videos.slice(0, SEARCH_RESULTS)),
    clips: found.clips.slice(0, SEARCH_RESULTS),
    fans,
  };
}

/** A few of the channels, videos, fans and categories that `search` finds, at a lower cost. */
export async function suggest(
  deps: Pick<SearchDeps, 'index' | 'videos' | 'findFans'>,
  query: string,
): Promise<Suggestions> {
  const nothing = { channels: [], categories: [], videos: [] };
  const [found, fans] = await Promise.all([
    findWithCorrections<Suggested>(query, nothing, deps.index.wordsLike, (words) =>
      findCandidates(deps, words),
    ),
    queryWords(query).length > 0 ? deps.findFans(query, FAN_CANDIDATES) : [],
  ]);
  return {
    channels: found.channels
      .slice(0, SUGGESTED_CHANNELS)
      .map(({ username, display_name, avatar, is_live }) => ({ username, display_name, avatar, is_live })),
    videos: found.videos
      .slice(0, SUGGESTED_VIDEOS)
      .map(({ id, username, title, thumbnail_url }) => ({ id, username, title, thumbnail_url })),
    fans: oneOfEachModel(fans)
      .slice(0, SUGGESTED_FANS)
      .map(({ maker, model, model_path, username }) => ({ maker, model, model_path, username })),
    categories: found.categories.slice(0, SUGGESTED_CATEGORIES).map(({ id, name }) => ({ id, name })),
  };
}

type Suggested = Awaited<ReturnType<typeof findCandidates>>;

async function findCandidates(
  { index, videos }: Pick<SearchDeps, 'index' | 'videos'>,
  words: readonly Spellings[],
) {
  const [candidates, found] = await Promise.all([
    index.findCandidates(words, CHANNEL_CANDIDATES),
    videos.findByWords(words, VIDEO_CANDIDATES),
  ]);
  return {
    channels: bestChannels(candidates, words),
    categories: categoriesWith(words),
    videos: found.toSorted(byViews),
  };
}

const oneOfEachModel = (fans: readonly OwnedFan[]): OwnedFan[] => [
  ...new Map(fans.map((fan) => [fan.model_path, fan])).values(),
];

type Found = Awaited<ReturnType<typeof find>>;

async function find(deps: SearchDeps, words: readonly Spellings[]) {
  const [candidates, categories, videos, clips] = await Promise.all([
    deps.index.findCandidates(words),
    findCategories(deps, words),
    findVideos(deps, words),
    deps.clips.findByWords(words),
  ]);
  return {
    channels: bestChannels(candidates, words),
    categories,
    videos,
    clips: clips.toSorted((a, b) => (a.id > b.id ? -1 : 1)),
  };
}

/** Reads transcripts only if a page has room for what they find. */
async function findVideos({ videos }: SearchDeps, words: readonly Spellings[]): Promise<SpokenVideo[]> {
  const found = (await videos.findByWords(words)).toSorted(byViews);
  const most = SEARCH_RESULTS - found.length;
  if (most <= 0) return found;
  const except = new Set(found.map(({ id }) => id));
  return [...found, ...(await videos.findByTranscript(words, { except, most })).toSorted(byViews)];
}

const bestChannels = (candidates: readonly Channel[], words: readonly Spellings[]): Channel[] =>
  candidates.filter((channel) => matches(channelWords(channel), words));

const categoriesWith = (words: readonly Spellings[]): readonly Pick<Category, 'id' | 'name'>[] =>
  CATEGORIES.filter(({ name }) => matches(indexWordsOf(name), words));

async function findCategories({ categories }: SearchDeps, words: readonly Spellings[]): Promise<Category[]> {
  const ids = categoriesWith(words).map(({ id }) => id);
  return ids.length === 0 ? [] : (await categories.list()).filter(({ id }) => ids.includes(id));
}

const byViews = (a: Video, b: Video): number => b.views - a.views || (a.id > b.id ? -1 : 1);
