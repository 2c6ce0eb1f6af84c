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
export function resultsSummary(results: SearchResults): string {
  const found = NAMES.filter(([group]) => results[group].length > 0);
  return (
    found.map(([group, one, many]) => countOf(results[group].length, one, many)).join(', ') || 'No results'
  );
}

const NAMES = [
  ['channels', 'channel', 'channels'],
  ['videos', 'video', 'videos'],
  ['clips', 'clip', 'clips'],
  ['fans', 'fan', 'fans'],
  ['categories', 'category', 'categories'],
] as const;
