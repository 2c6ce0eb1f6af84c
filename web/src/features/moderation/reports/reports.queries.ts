import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/api.ts';

/** Why moderators removed a video of one's own; or, of one's channel, what stood on it and its profile. */
export const removalsQuery = (id: string) =>
  queryOptions({
    queryKey: ['reports', 'removals', id],
    queryFn: ({ signal }) => call('GET /reports/removals/{id}', { params: { id }, signal }),
    meta: { failureLog: 'Error fetching why something was removed' },
  });
