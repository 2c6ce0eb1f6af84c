import { queryOptions } from '@tanstack/react-query';
import type { SearchResults } from '../../../../shared/channels/search.ts';
import { SEARCH_MAX_LENGTH } from '../../../../shared/limits.ts';
import { call } from '../../lib/api/api.ts';
import { LIST_KEPT_MS } from '../../lib/api/query.ts';
import { countOf } from '../../lib/words/format.ts';

/** Channels and categories for a text, which must not be blank (`searchedText`). */
export const searchQuery = (q: string) =>
  queryOptions({
    queryKey: ['search', q],
    queryFn: ({ signal }) => call('GET /search', { query: { q }, signal }),
    gcTime: LIST_KEPT_MS,
    meta: { failureLog: 'Error fetching data' },
  });

export const suggestionsQuery = (q: string) =>
  queryOptions({
    queryKey: ['suggestions', q],
    queryFn: ({ signal }) => call('GET /search/suggestions', { query: { q }, signal }),
    retry: false,
    meta: { failureLog: 'Error fetching data' },
  });

/** The trimmed and limited text of `?q=box%20fan`; empty without any. */
export const searchedText = (search: URLSearchParams): string =>
  (search.get('q') ?? '').trim().slice(0, SEARCH_MAX_LENGTH).trimEnd();

/** A summary without empty groups: "3 channels, 2 videos, 1 clip, 1 fan, 1 category". */
export function resultsSummary({ channels, categories, videos, clips, fans }: SearchResults): string {
  const parts = [
    ...(channels.length > 0 ? [countOf(channels.length, 'channel')] : []),
    ...(videos.length > 0 ? [countOf(videos.length, 'video')] : []),
    ...(clips.length > 0 ? [countOf(clips.length, 'clip')] : []),
    ...(fans.length > 0 ? [countOf(fans.length, 'fan')] : []),
    ...(categories.length > 0 ? [countOf(categories.length, 'category', 'categories')] : []),
  ];
  return parts.join(', ') || 'No results';
}
