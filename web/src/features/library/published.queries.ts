import { infiniteQueryOptions } from '@tanstack/react-query';
import { byCursor, call, callPage } from '#web/lib/api/api.ts';
import { LIST_KEPT_MS } from '#web/lib/api/query.ts';
import { ENTRIES_PER_PAGE, libraryKey, libraryMeta as meta } from './library.queries.ts';

/** What followed channels have published, newest first. */
export const publishedQuery = () =>
  infiniteQueryOptions({
    queryKey: [...libraryKey, 'published'],
    queryFn: ({ signal, pageParam: cursor }) =>
      callPage('GET /library/published', {
        query: { limit: ENTRIES_PER_PAGE, ...(cursor && { cursor }) },
        signal,
      }),
    ...byCursor,
    gcTime: LIST_KEPT_MS,
    meta,
  });

export const noteVisit = () => call('POST /library/visits');
