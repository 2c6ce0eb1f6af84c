import { queryOptions } from '@tanstack/react-query';
import { call } from '#web/lib/api/api.ts';
import { fixedChannels } from '#web/lib/api/channel-list.ts';
import { paths } from '#web/lib/paths.ts';

const followsKey = ['follows'] as const;

export const followedChannelsQuery = () =>
  queryOptions({
    queryKey: [...followsKey, 'channels'],
    queryFn: ({ signal }) => call('GET /follows', { signal }),
    meta: {
      failureLog: 'Error fetching followed channels',
      channels: fixedChannels,
      // The sidebar displays none.
      hasViewers: () => window.location.pathname === paths.following(),
    },
  });

export const followStatusQuery = (id: string) =>
  queryOptions({
    queryKey: [...followsKey, 'status', id],
    queryFn: ({ signal }) => call('GET /follows/{id}', { params: { id }, signal }),
    meta: { failureLog: 'Error fetching the follow status' },
  });
