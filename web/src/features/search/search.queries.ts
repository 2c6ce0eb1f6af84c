/** The queries of a search, with their keys. */
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api/api.ts';
import { LIST_KEPT_MS } from '../../lib/api/query.ts';

/** Channels and categories that fit a text, which is not blank (`searchedText`). */
export const searchQuery = (q: string) =>
  queryOptions({
    queryKey: ['search', q],
    queryFn: ({ signal }) => call('GET /search', { query: { q }, signal }),
    gcTime: LIST_KEPT_MS,
    meta: { failureLog: 'Error fetching data' },
  });

/** A few channels and categories for what is typed so far. */
export const suggestionsQuery = (q: string) =>
  queryOptions({
    queryKey: ['suggestions', q],
    queryFn: ({ signal }) => call('GET /search/suggestions', { query: { q }, signal }),
    // The next letter asks again.
    retry: false,
    meta: { failureLog: 'Error fetching data' },
  });
