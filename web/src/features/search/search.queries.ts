/** The query of a search, with its key. */
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';

/** Channels and categories that fit a text, which is not blank (`searchedText`). */
export const searchQuery = (q: string) =>
  queryOptions({
    queryKey: ['search', q],
    queryFn: ({ signal }) => call('GET /search', { query: { q }, signal }),
    meta: { failureLog: 'Error fetching data' },
  });
