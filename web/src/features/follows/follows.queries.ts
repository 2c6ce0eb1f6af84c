import { queryOptions } from '@tanstack/react-query';
import { call } from '#web/lib/api/api.ts';

const followsKey = ['follows'] as const;

export const followedChannelsQuery = () =>
  queryOptions({
    queryKey: [...followsKey, 'channels'],
    queryFn: ({ signal }) => call('GET /follows', { signal }),
    meta: { failureLog: 'Error fetching followed channels' },
  });

export const followStatusQuery = (id: string) =>
  queryOptions({
    queryKey: [...followsKey, 'status', id],
    queryFn: ({ signal }) => call('GET /follows/{id}', { params: { id }, signal }),
    meta: { failureLog: 'Error fetching the follow status' },
  });
