/** The query of the categories, with its key. */
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';

const REFRESH_MS = 30_000;

/** The ten categories with the viewers of their live channels. */
export const categoriesQuery = () =>
  queryOptions({
    queryKey: ['categories'],
    queryFn: ({ signal }) => call('GET /categories', { signal }),
    refetchInterval: REFRESH_MS,
    meta: { failureLog: 'Error fetching data' },
  });
